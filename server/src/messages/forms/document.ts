import type { Language } from '@portico/contract/page'
import type { FormDocumentData } from '../../platform/db/tables.ts'
import { type Block, listTexts } from '../../platform/pdf/blocks.ts'
import type { PdfOptions, Sender } from '../../platform/pdf/document.ts'
import { isPrintable, unknownLetter } from '../../platform/pdf/letters.ts'
import { formTexts } from './texts.ts'

/** A form to be filled in by hand. */
export interface BlankForm {
  readonly title: string
  readonly about: string
  readonly need: string
  readonly statement: string
  readonly sections: readonly {
    readonly title: string
    readonly fields: readonly { readonly label: string; readonly options: readonly string[] }[]
  }[]
}

/** The input for a form's document; a worker thread receives it unchanged. */
export interface FormJob {
  readonly what: { readonly sent: FormDocumentData } | { readonly blank: BlankForm }
  readonly language: Language
  readonly sender: Sender
  /** Where to mail a form on paper; null: not known. */
  readonly postalAddress: readonly string[] | null
  readonly now: Date
}

const line = '_'.repeat(48)
const afterTitle = 2

/** The document of a form: as signed, or with lines to write on. */
export function composeForm(job: FormJob): { readonly blocks: Block[]; readonly options: PdfOptions } {
  const { what, language, sender, now } = job
  const say = formTexts(language)
  const title = 'sent' in what ? what.sent.title : what.blank.title
  const blocks = 'sent' in what ? composeSentForm(what.sent) : blankBlocks(what.blank, job)
  if (!blocks.every((block) => listTexts(block).every(isPrintable)))
    blocks.splice(afterTitle, 0, { kind: 'text', text: say('lacking', { letter: unknownLetter }) })
  const footer = (page: number) => say('page', { brand: sender.name, title, page })
  return { blocks, options: { title, language, createdAt: now, sender, footer } }
}

function composeSentForm(form: FormDocumentData): Block[] {
  const say = formTexts(form.language)
  const field = (label: string, value: string): Block => ({ kind: 'field', label, value })
  return [
    { kind: 'title', text: form.title },
    { kind: 'notice', text: say('received'), more: say('receivedText', { receipt: form.receipt }) },
    field(say('member'), form.member.name),
    field(say('memberNumber'), form.member.number),
    ...(form.about ? [field(say('about'), say('aboutPerson', { ...form.about, born: say.day(form.about.born) }))] : []),
    field(say('sent'), say.moment(form.signedAt)),
    ...(form.files > 0 ? [field(say('files'), String(form.files))] : []),
    ...form.sections.flatMap(({ title, fields }): Block[] => [
      { kind: 'heading', text: title },
      ...fields.map(({ label, value }) => field(label, value)),
    ]),
    { kind: 'heading', text: say('signature') },
    { kind: 'text', text: form.statement },
    field(say('signedBy'), form.signedName),
    field(say('signedOn'), say.moment(form.signedAt)),
  ]
}

function blankBlocks(
  { title, about, need, statement, sections }: BlankForm,
  { language, postalAddress }: Pick<FormJob, 'language' | 'postalAddress'>,
): Block[] {
  const say = formTexts(language)
  return [
    { kind: 'title', text: title },
    { kind: 'text', text: about },
    {
      kind: 'notice',
      text: need,
      more: postalAddress === null ? say('blank') : say('blankTo', { address: postalAddress.join(', ') }),
    },
    ...[say('member'), say('memberNumber')].map((label): Block => ({ kind: 'field', label, value: line })),
    ...sections.flatMap(({ title: heading, fields }): Block[] => [
      { kind: 'heading', text: heading },
      ...fields.map(({ label, options }): Block => {
        const boxes = options.map((option) => `[  ] ${option}`).join('\n')
        return { kind: 'field', label, value: boxes === '' ? line : boxes }
      }),
    ]),
    { kind: 'heading', text: say('signature') },
    { kind: 'text', text: statement },
    { kind: 'field', label: say('signedOnPaper'), value: line },
  ]
}
