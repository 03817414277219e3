import type { PayloadOf } from '@portico/contract/call'
import type { formLibrary, openGuide, saveForm, sendForm, sentForms } from '@portico/contract/calls/forms'
import type { AuditedHandler } from '../../platform/http/bind.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import type { FormKind } from './definitions.ts'
import { saveDraft } from './draft.ts'
import type { Opened } from './kept.ts'
import { readGuide, readLibrary } from './library.ts'
import { beginForm } from './open.ts'
import type { FormParts } from './parts.ts'
import { signAndSend } from './send.ts'
import { listOwnForms } from './sent.ts'

/** Forms that members fill in, sign and send (MP-21). They are private to the member: a rep who acts for them cannot use them. */
export interface FormService {
  library(context: CallContext<MemberPrincipal>): PayloadOf<typeof formLibrary>
  guide(context: CallContext<MemberPrincipal>, id: string): PayloadOf<typeof openGuide>
  open(context: CallContext<MemberPrincipal>, kind: FormKind): Promise<Opened>
  readonly save: AuditedHandler<typeof saveForm>
  readonly send: AuditedHandler<typeof sendForm>
  readSent(context: CallContext<MemberPrincipal>): Promise<PayloadOf<typeof sentForms>>
}

export function createFormService(parts: FormParts): FormService {
  return {
    library: (context) => readLibrary(parts, context),
    guide: (context, id) => readGuide(parts, context, id),
    open: (context, kind) => beginForm(parts, context, kind),
    save: saveDraft(parts),
    send: signAndSend(parts),
    readSent: (context) => listOwnForms(parts, context),
  }
}
