import * as calls from '@portico/contract/calls/forms'
import type { Binder } from '../http/bind.ts'
import type { FormDocuments } from './documents.ts'
import type { FormService } from './service.ts'

export function bindForms(
  binder: Binder,
  { forms, documents }: { readonly forms: FormService; readonly documents: FormDocuments },
): void {
  binder.bind(calls.formLibrary, async ({ principal }, context) => forms.library({ principal, ...context }))
  binder.bind(calls.openGuide, async ({ principal, params }, context) =>
    forms.guide({ principal, ...context }, params.guide),
  )
  binder.bind(calls.openForm, ({ principal, params }, context) => forms.open({ principal, ...context }, params.kind))
  binder.bind(calls.saveForm, ({ principal, body }, context) => forms.save({ principal, ...context }, body))
  binder.bind(calls.discardForm, ({ principal, params }, context) =>
    forms.discard({ principal, ...context }, params.kind),
  )
  binder.bind(calls.sendForm, ({ principal, body }, context) => forms.send({ principal, ...context }, body))
  binder.bind(calls.sentForms, ({ principal }, context) => forms.sent({ principal, ...context }))
  binder.bind(calls.blankForm, ({ principal, params, query }, context) =>
    documents.blank({ principal, ...context }, params.kind, query.language ?? context.language),
  )
  binder.bind(calls.formDocument, ({ principal, params }, context) =>
    documents.own({ principal, ...context }, params.messageId),
  )
  binder.bind(calls.workspaceForm, ({ principal, params }, context) =>
    documents.ofThread({ principal, ...context }, params.threadId),
  )
}
