import type { BodyOf, PayloadOf } from '@portico/contract/call'
import type { formLibrary, openGuide, saveForm, sendForm, sentForms } from '@portico/contract/calls/forms'
import type { MemberAsking } from '../messages/parts.ts'
import type { FormKind } from './definitions.ts'
import { discardDraft, saveDraft } from './draft.ts'
import type { Opened, Sent } from './kept.ts'
import { readGuide, readLibrary } from './library.ts'
import { beginForm } from './open.ts'
import type { FormParts } from './parts.ts'
import { signAndSend } from './send.ts'
import { listOwnForms } from './sent.ts'

/** Forms that members fill in, sign and send (MP-21). They are private to the member: a rep who acts for them cannot use them. */
export interface FormService {
  library(asking: MemberAsking): PayloadOf<typeof formLibrary>
  guide(asking: MemberAsking, id: string): PayloadOf<typeof openGuide>
  open(asking: MemberAsking, kind: FormKind): Promise<Opened>
  save(asking: MemberAsking, form: BodyOf<typeof saveForm>): Promise<PayloadOf<typeof saveForm>>
  discard(asking: MemberAsking, kind: FormKind): Promise<{ discarded: true }>
  send(asking: MemberAsking, form: BodyOf<typeof sendForm>): Promise<Sent>
  readSent(asking: MemberAsking): Promise<PayloadOf<typeof sentForms>>
}

export function createFormService(parts: FormParts): FormService {
  return {
    library: (asking) => readLibrary(parts, asking),
    guide: (asking, id) => readGuide(parts, asking, id),
    open: (asking, kind) => beginForm(parts, asking, kind),
    save: (asking, form) => saveDraft(parts, asking, form),
    discard: (asking, kind) => discardDraft(parts, asking, kind),
    send: (asking, sending) => signAndSend(parts, asking, sending),
    readSent: (asking) => listOwnForms(parts, asking),
  }
}
