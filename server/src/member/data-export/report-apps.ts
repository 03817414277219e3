import type { Block } from '../../platform/pdf/blocks.ts'
import type { ReportWords } from './report-words.ts'
import type { AppNames, PersonData } from './store.ts'

/** The apps that the person lets read records, which records, and how long (OS-39); nothing for people who cannot connect any. */
export function appBlocks(
  { signIn, member }: PersonData,
  { appNames, words }: { readonly appNames: AppNames; readonly words: ReportWords },
): Block[] {
  const { part, field, sub, say, coded, yesNo, moment } = words
  if (member === null && signIn.connectedApps.length === 0) return []
  return part(
    'connectedApps',
    signIn.connectedApps.flatMap((one) => [
      sub(appNames[one.clientId] ?? say('value.not-known')),
      ...field('appWhose', coded('appWhose', one.whose)),
      ...field('appReads', one.parts.map((each) => coded('appPart', each)).join('\n')),
      ...field('appSensitive', yesNo(one.sensitive)),
      ...field('appConnected', moment(one.beganAt)),
      ...field('appUsed', one.usedAt === null ? say('appUsed.never') : moment(one.usedAt)),
      ...(one.endedAt === null
        ? field('appUntil', one.endsAt === null ? say('appUntil.open') : moment(one.endsAt))
        : field('appEnded', moment(one.endedAt))),
    ]),
  )
}
