import { useFetcher } from '@remix-run/react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { FormOutcome } from '~/core/edge/form.server';
import { AdminFrame } from '~/features/admin';
import { Button } from '~/ui/button';
import { ButtonLink } from '~/ui/button-link';
import { Checkbox } from '~/ui/form/checkbox';
import { Form } from '~/ui/form/form';
import { TextArea } from '~/ui/form/text-area';
import { TextField } from '~/ui/form/text-field';
import { useForm } from '~/ui/form/use-form';
import { showToast } from '~/ui/overlay/toast';
import { focusIfLost } from '~/ui/focus-if-lost';
import { RestoreDiscarded } from '~/ui/restore-discarded';
import { Tabs } from '~/ui/tabs';
import { DocBody, DocText, readDocument } from '~/features/docs';
import { DocConflict } from './doc-conflict';
import { DocVersions } from './doc-versions';
import type { readEditorPage } from './edit-docs.server';
import { type AdminDoc } from './responses';
import { DOC_TYPE_LABELS, docFieldsOf, docFormSchema } from './schema';
import { useDocDraft } from './use-doc-draft';

type Props = Awaited<ReturnType<typeof readEditorPage>>;
type Outcome = FormOutcome<'save', { message: string; version: number }>;

/** Editor of a document with preview and versions. */
export function DocEditorPage(props: Props) {
  const { doc } = props;
  return (
    <AdminFrame
      title={`Edit: ${doc.title}`}
      lead={
        doc.docType === 'AppInfo'
          ? 'Markdown. Headings with two or three # make up the table of contents.'
          : 'Plain text. Put //two slashes// around words to make them bold, and a hyphen before each item of a list.'
      }
      actions={<ButtonLink to={`/admin/docs?type=${doc.docType}`}>All texts</ButtonLink>}
    >
      <Editor key={doc.id} {...props} />
    </AdminFrame>
  );
}

function Editor({ doc, versions, timeZone, userId }: Props) {
  const isFaq = doc.docType === 'faq';
  const schema = docFormSchema(doc.docType);
  const fetcher = useFetcher<Outcome>();
  const { data } = fetcher;
  const draft = useDocDraft(doc, userId);
  const { title, content, change } = draft;
  const [tab, setTab] = useState<'write' | 'preview'>('write');
  // Follows other administrators' changes until the box is changed here. Kept in state, because the form unmounts
  // during a preview.
  const [wasPublished, setWasPublished] = useState(doc.isPublished);
  const [chosen, setChosen] = useState<boolean>();
  const isConflict = data?.code === 'doc_changed';
  // Conflicts have their own notice.
  const [form, fields] = useForm(schema, { lastResult: isConflict ? null : data?.reply });
  const { settle } = draft;
  const save = useRef<HTMLButtonElement>(null);
  const sent = useRef<FormData>();
  if (fetcher.formData) sent.current = fetcher.formData;
  useEffect(() => {
    if (data?.done) {
      settle(data.done.version, sent.current);
      showToast('success', data.done.message);
    } else if (data?.code === 'syntax_error' || data?.code === 'invalid') showSyntaxError();
  }, [data, settle]);
  const check = ({ nativeEvent }: FormEvent) => {
    // While correcting errors, Conform submits with a named button to validate only.
    const { submitter } = nativeEvent as SubmitEvent;
    if (submitter instanceof HTMLButtonElement && submitter.name !== '') return;
    // Client-side errors aren't submitted, so the server can't report them.
    const rules = docFieldsOf(doc.docType);
    const isSound = rules.title.safeParse(title).success && rules.content.safeParse(content).success;
    if (!isSound) showSyntaxError();
  };
  return (
    <>
      {/* Unmounts while saving, so that each conflict shows a new notice. */}
      {isConflict && fetcher.state === 'idle' ? (
        <DocConflict
          doc={doc}
          draft={draft}
          onSettled={(theirs) => {
            setWasPublished(theirs.isPublished);
            focusIfLost(save);
          }}
        />
      ) : null}
      <div onSubmitCapture={check}>
        <Tabs
          label="Editor"
          value={tab}
          onChange={setTab}
          className="[&>[role=tabpanel]]:pt-3"
          tabs={[
            {
              value: 'write',
              label: 'Write',
              content: (
                <Form form={form} intent="save" fetcher={fetcher}>
                  <input type="hidden" name="version" value={draft.version} />
                  {isFaq ? <p className="text-s text-ink-3">Category: {doc.category}</p> : null}
                  <TextField
                    name="title"
                    label={isFaq ? 'Question' : 'Title'}
                    value={title}
                    onChange={(event) => change({ title: event.currentTarget.value })}
                    error={fields.title.errors?.join(' ')}
                  />
                  <TextArea
                    name="content"
                    label={isFaq ? 'Answer' : 'Content'}
                    value={content}
                    rows={isFaq ? 10 : 22}
                    onChange={(event) => change({ content: event.currentTarget.value })}
                    error={fields.content.errors?.join(' ')}
                  />
                  <Checkbox
                    name="isPublished"
                    label="Published"
                    hint="Shown under Docs. Clear this to hide it; the text stays here."
                    checked={chosen ?? wasPublished}
                    onChange={(event) => setChosen(event.currentTarget.checked)}
                  />
                  <div className="flex flex-wrap items-center gap-3">
                    <Button ref={save} type="submit" variant="primary" isBusy={fetcher.state !== 'idle'}>
                      Save
                    </Button>
                    {draft.isChanged ? (
                      <>
                        <Button
                          onClick={() => {
                            draft.reset();
                            focusIfLost(save);
                          }}
                        >
                          Discard changes
                        </Button>
                        <span className="text-s text-ink-3">
                          {draft.isStored
                            ? 'Unsaved. Your draft is kept in this browser.'
                            : 'Unsaved. This browser has no room to keep your draft: save it before you leave.'}
                        </span>
                      </>
                    ) : null}
                    <RestoreDiscarded place={draft.place} onRestore={draft.replace} />
                  </div>
                </Form>
              ),
            },
            {
              value: 'preview',
              label: 'Preview',
              content: <Preview docType={doc.docType} title={title} content={content} />,
            },
          ]}
        />
      </div>
      <DocVersions
        docId={doc.id}
        versions={versions}
        current={{ title, content }}
        timeZone={timeZone}
        onTake={(version) => {
          draft.replace({ title: version.title, content: version.content });
          setTab('write');
          const undo = { label: 'Undo', onAction: () => change({ title, content }) };
          showToast('info', `Version ${String(version.version)} is in the editor. Save to use it.`, {
            topic: 'doc-version',
            ...(draft.isChanged ? { action: undo } : {}),
          });
        }}
      />
    </>
  );
}

const showSyntaxError = () => showToast('warning', 'Syntax Error');

function Preview({ docType, title, content }: Pick<AdminDoc, 'docType' | 'title' | 'content'>) {
  return (
    <article aria-label={`Preview: ${DOC_TYPE_LABELS[docType]}`} className="min-h-60 py-2">
      <h2 className="mb-3 text-xl wrap-anywhere">{title}</h2>
      {docType === 'AppInfo' ? <DocBody>{readDocument(content)}</DocBody> : <DocText text={content} />}
    </article>
  );
}
