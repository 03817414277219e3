import type { Language } from '@portico/contract/page'
import { type Block, listTexts } from '../../platform/pdf/blocks.ts'
import type { Sender } from '../../platform/pdf/document.ts'
import { isPrintable, unknownLetter } from '../../platform/pdf/letters.ts'
import { accountBlocks, securityBlocks, workBlocks } from './report-account.ts'
import { appBlocks } from './report-apps.ts'
import { healthBlocks } from './report-health.ts'
import { medicineBlocks } from './report-medicines.ts'
import { moneyBlocks } from './report-money.ts'
import { peopleBlocks } from './report-people.ts'
import { planBlocks } from './report-plan.ts'
import { reportWords } from './report-words.ts'
import { composeWritten } from './report-written.ts'
import type { AgencyNames, AppNames, LineNames, PersonData } from './store.ts'

export interface ReportJob {
  readonly data: PersonData
  readonly agencyNames: AgencyNames
  readonly appNames: AppNames
  readonly lineNames: LineNames
  readonly language: Language
  readonly sender: Sender
  readonly now: Date
}

const afterSubtitle = 2

/** A person's data for people to read: everything in the file for programs, except what only programs use. */
export function composeReport(
  data: PersonData,
  about: Pick<ReportJob, 'agencyNames' | 'appNames' | 'lineNames' | 'language' | 'now'> & {
    readonly brandName: string
  },
): Block[] {
  const { agencyNames, appNames, lineNames, language, brandName, now } = about
  const words = reportWords(language)
  const { say, moment } = words
  const { member } = data
  const blocks: Block[] = [
    { kind: 'title', text: say('title') },
    { kind: 'text', text: say('subtitle', { brandName, at: moment(now) }) },
    ...accountBlocks(data, words),
    ...workBlocks(data, { agencyNames, words }),
  ]
  if (member) {
    blocks.push(
      ...planBlocks(member, words),
      ...medicineBlocks(member, { now, words }),
      ...moneyBlocks(member, { lineNames, words }),
      ...peopleBlocks(member, { agencyNames, words }),
      ...composeWritten(member, words),
      ...healthBlocks(member, words),
    )
  }
  blocks.push(...appBlocks(data, { appNames, words }), ...securityBlocks(data, words))
  const isWhole = blocks.every((block) => listTexts(block).every(isPrintable))
  if (!isWhole) blocks.splice(afterSubtitle, 0, { kind: 'text', text: say('lacking', { letter: unknownLetter }) })
  return blocks
}
