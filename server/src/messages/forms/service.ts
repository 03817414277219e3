import type { PayloadOf } from '@portico/contract/call'
import type { formLibrary, openForm, openGuide, saveForm, sendForm, sentForms } from '@portico/contract/calls/forms'
import type { CallContext } from '../../platform/http/context.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { saveDraft } from './draft.ts'
import { readGuide, readLibrary } from './library.ts'
import { beginForm } from './open.ts'
import type { FormParts } from './parts.ts'
import { signAndSend } from './send.ts'
import { listOwnForms } from './sent.ts'

/** Forms that members fill in, sign and send (MP-21). They are private to the member: a rep who acts for them cannot use them. */
export interface FormService {
  library(context: CallContext<MemberPrincipal>): PayloadOf<typeof formLibrary>
  guide(context: CallContext<MemberPrincipal>, id: string): PayloadOf<typeof openGuide>
  readonly open: AuditedHandler<typeof openForm>
  readonly save: AuditedHandler<typeof saveForm>
  readonly send: AuditedHandler<typeof sendForm>
  readonly listOwn: AuditedHandler<typeof sentForms>
}

export function createFormService(parts: FormParts): FormService {
  return {
    library: (context) => readLibrary(parts, context),
    guide: (context, id) => readGuide(parts, context, id),
    open: beginForm(parts),
    save: saveDraft(parts),
    send: signAndSend(parts),
    listOwn: listOwnForms(parts),
  }
}
