import { createRemixStub } from '@remix-run/testing';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { KitPage } from '../../app/ui/dev/kit-page';
import { Toaster } from '../../app/ui/overlay/toaster';

const NOW = '2026-11-22T12:00:00.000Z';

/** The page of the kit by itself, below what the shell gives to every page. */
function Kit() {
  return (
    <>
      <main id="content">
        <KitPage now={NOW} today="2026-11-22" />
      </main>
      <Toaster />
    </>
  );
}

const App = createRemixStub([
  { path: '/dev/kit', Component: Kit },
  { path: '*', Component: () => <p>Another page</p> },
]);
const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <App initialEntries={['/dev/kit']} />
    </StrictMode>,
  );
