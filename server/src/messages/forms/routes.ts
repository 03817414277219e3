import * as calls from '@portico/contract/calls/forms'
import type { Binder } from '../../platform/http/bind.ts'
import type { FormDocuments } from './documents.ts'
import type { FormService } from './service.ts'

export function bindForms(
  binder: Binder,
  { forms, documents }: { readonly forms: FormService; readonly documents: FormDocuments },
): void {
  binder.bind(calls.formLibrary, async (_input, asking) => forms.library(asking))
  binder.bind(calls.openGuide, async ({ params }, asking) => forms.guide(asking, params.guide))
  binder.bind(calls.openForm, ({ params }, asking) => forms.open(asking, params.kind))
  binder.bind(calls.saveForm, ({ body }, asking) => forms.save(asking, body))
  binder.bind(calls.discardForm, ({ params }, asking) => forms.discard(asking, params.kind))
  binder.bind(calls.sendForm, ({ body }, asking) => forms.send(asking, body))
  binder.bind(calls.sentForms, (_input, asking) => forms.readSent(asking))
  binder.bind(calls.blankForm, ({ params, query }, asking) =>
    documents.blank(asking, params.kind, query.language ?? asking.language),
  )
  binder.bind(calls.formDocument, ({ params }, asking) => documents.own(asking, params.messageId))
  binder.bind(calls.workspaceForm, ({ params }, asking) => documents.ofThread(asking, params.threadId))
}
