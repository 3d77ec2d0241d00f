const PICTURES = [
  { src: '/images/playground-light.webp', shownIn: 'only-light' },
  { src: '/images/playground-dark.webp', shownIn: 'only-dark' },
];
const WIDTH = 1120;
const HEIGHT = 700;

/**
 * The AI page as it is, light and dark; which of the two is shown follows the theme, and only that one is loaded.
 * `npm run pictures` takes them anew.
 */
export function ProductPicture() {
  return (
    <figure className="overflow-hidden rounded-3 border border-line shadow-2">
      {PICTURES.map(({ src, shownIn }) => (
        <img
          key={src}
          src={src}
          width={WIDTH}
          height={HEIGHT}
          loading="lazy"
          decoding="async"
          alt="The AI page: a prompt on the left, the reply on the right, and below it the price in cents."
          className={`${shownIn} h-auto w-full`}
        />
      ))}
    </figure>
  );
}
