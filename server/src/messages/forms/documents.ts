import type { formDocument, workspaceForm } from '@portico/contract/calls/forms'
import type { Language } from '@portico/contract/page'
import { type AuthoredLanguage, toAuthored } from '@portico/rules/languages/authored'
import { toPrinted } from '@portico/rules/languages/list'
import { readLineMember } from '../../brands/brand/line-member-statement.ts'
import { buildSender } from '../../brands/brand/sender.ts'
import type { BrandService } from '../../brands/brand/service.ts'
import type { Database, Reader } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { FileAnswer } from '../../platform/http/file-answer.ts'
import type { MemberPrincipal, Principal } from '../../platform/http/principal.ts'
import { about } from '../../platform/http/recorded.ts'
import type { FinishedHandler } from '../../platform/http/stages.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { createTurns } from '../../platform/limits/turns.ts'
import type { JobThreads } from '../../platform/threads/job-threads.ts'
import type { Form, FormKind, Library } from './definitions.ts'
import type { FormJob } from './document.ts'
import { refuseActors } from './kept.ts'
import { findForm, findFormOfThread } from './store.ts'
import { formTexts } from './texts.ts'

export const formThread = new URL('./document-thread.ts', import.meta.url)

export interface FormDocumentParts {
  readonly database: Database
  readonly brands: BrandService
  readonly library: Library
  readonly limits: Limits
  readonly documents: JobThreads<FormJob>
  /** The owner of a conversation at a desk; undefined if the caller does not answer it. */
  readonly findConversation: (db: Reader, principal: Principal, threadId: string) => Promise<Asker | undefined>
}

/** The owner of a conversation. */
interface Asker {
  readonly memberId: string
  readonly brand: string
}

type SentForm = NonNullable<Awaited<ReturnType<typeof findForm>>>

/** Forms as PDF/UA in the brand of the member. All throw TOO-MANY-REQUESTS after too many in an hour. */
export interface FormDocuments {
  blank(context: CallContext<MemberPrincipal>, kind: FormKind, language: Language): Promise<FileAnswer>
  /** As the member signed it; throws NOT-FOUND. */
  readonly own: FinishedHandler<typeof formDocument, undefined, SentForm>
  /** The form that began a conversation of the staff's brands; throws NOT-FOUND. */
  readonly ofThread: FinishedHandler<typeof workspaceForm, undefined, SentForm & Asker>
}

export function createFormDocuments(parts: FormDocumentParts): FormDocuments {
  const { library, findConversation } = parts
  const make = createMaker(parts)

  return {
    blank: (context, kind, language) => {
      const { brand, memberId } = context.principal
      const blank = writeBlank(library.form(kind, brand), toAuthored(language))
      return make(context, { what: { blank }, language, brand, memberId }, kind)
    },

    own: {
      handle: async ({ principal, params: { messageId } }, context, tx) => {
        refuseActors(context)
        const found = await findForm(tx, principal.memberId, messageId)
        if (found === undefined) throw new CallError('NOT-FOUND')
        return about(found.message_id, found)
      },
      finish: ({ document: sent, receipt }, { principal: { brand, memberId } }, context) =>
        make(context, { what: { sent }, language: sent.language, brand, memberId }, receipt),
    },

    ofThread: {
      handle: async ({ principal, params: { threadId } }, _context, tx) => {
        const whose = await findConversation(tx, principal, threadId)
        const found = whose && (await findFormOfThread(tx, whose.memberId, threadId))
        if (whose === undefined || found === undefined) throw new CallError('NOT-FOUND')
        return about(found.message_id, { ...found, ...whose }, { memberId: whose.memberId })
      },
      finish: ({ document: sent, receipt, brand, memberId }, _input, context) =>
        make(context, { what: { sent }, language: sent.language, brand, memberId }, receipt),
    },
  }
}

/** A blank form. */
function writeBlank({ title, about, need, statement, steps }: Form, language: AuthoredLanguage) {
  return {
    title: title[language],
    about: about[language],
    need: need[language],
    statement: statement[language],
    sections: steps.map((step) => ({
      title: step.title[language],
      fields: step.fields.map(({ label, options }) => ({
        label: label[language],
        options: options.map((option) => option.label[language]),
      })),
    })),
  }
}

/** Makes documents, one at a time for each person, in the name of the member's brand. Throws TOO-MANY-REQUESTS. */
function createMaker({ database, brands, limits, documents }: FormDocumentParts) {
  const turns = createTurns()

  return function make(
    { principal, now }: CallContext<Principal>,
    {
      brand,
      memberId,
      what,
      language: wanted,
    }: Pick<FormJob, 'what' | 'language'> & { readonly brand: string; readonly memberId: string },
    name: string,
  ): Promise<FileAnswer> {
    return turns.alone((principal.actor ?? principal).accountId, async () => {
      if (!(await limits.reserveEob((principal.actor ?? principal).accountId, now)))
        throw new CallError('TOO-MANY-REQUESTS')
      const language = toPrinted(wanted)
      const loaded = brands.requireLoaded(brand)
      const line = await readLineMember(database.read, memberId)
      const { phoneNumber: phone, hours } = brands.servicePhone(brand, line, language)
      const say = formTexts(language)
      const lines = [say('phone', { phone }), say('tty', { tty: loaded.brand.ttyNumber }), hours]
      const { postalAddress } = loaded.brand
      const bytes = await documents.make({
        ...{ what, language, postalAddress, now },
        sender: buildSender(loaded, language, lines),
      })
      return {
        name: `${say('fileName')}-${name}.pdf`,
        type: 'application/pdf',
        size: bytes.length,
        inline: true,
        content: inOnePart(bytes),
      }
    })
  }
}

async function* inOnePart(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
