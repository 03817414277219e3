import * as calls from '@portico/contract/calls/forms'
import type { Binder } from '../../platform/http/bind.ts'
import type { FormDocuments } from './documents.ts'
import { discardDraft } from './draft.ts'
import type { FormService } from './service.ts'

export function bindForms(
  binder: Binder,
  { forms, documents }: { readonly forms: FormService; readonly documents: FormDocuments },
): void {
  binder.bind(calls.formLibrary, async (_input, context) => forms.library(context))
  binder.bind(calls.openGuide, async ({ params }, context) => forms.guide(context, params.guide))
  binder.bind(calls.openForm, forms.open)
  binder.bind(calls.saveForm, forms.save)
  binder.bind(calls.discardForm, discardDraft)
  binder.bind(calls.sendForm, forms.send)
  binder.bind(calls.sentForms, forms.listOwn)
  binder.bind(calls.blankForm, ({ params, query }, context) =>
    documents.blank(context, params.kind, query.language ?? context.language),
  )
  binder.bind(calls.formDocument, documents.own)
  binder.bind(calls.workspaceForm, documents.ofThread)
}
