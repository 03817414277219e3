import {
  type FeedThresholds,
  feedThresholdNames,
  feedThresholds,
  findRules,
  parseThresholds as parse,
  parseSenders,
  type SenderRules,
  usualThresholds,
} from '@portico/rules/feeds/thresholds'
import type { PortalSettingKey } from '@portico/rules/settings/declared'
import { readSettings } from '../../../brands/config-lists/settings.ts'
import { CannotRun } from '../../../platform/command-line.ts'
import type { Reader } from '../../../platform/db/database.ts'

/** Parses the command's thresholds, such as `missing=10,old=30`; the others are as by night. Throws CannotRun. */
export function parseThresholds(text: string): Partial<FeedThresholds> {
  const said = parse(text)
  if (said !== null) return said
  const [names, example] = [feedThresholdNames.join(', '), 'missing=10,old=30']
  throw new CannotRun(`--thresholds ${text}: name ${names} with percent (days for old), for example ${example}`)
}

/** The settings of two administrators for the senders of a brand's files. */
export async function readSenders(db: Reader, brand: string): Promise<(sender: string) => SenderRules> {
  const senders = parseSenders((await readSettings(db, brand)).text('FEED_SENDERS') ?? '') ?? new Map()
  return (sender) => findRules(senders, sender)
}

/** The thresholds for each sender of a brand's files, as two administrators have set them. */
export async function readThresholds(db: Reader, brand: string): Promise<(sender: string) => FeedThresholds> {
  const settings = await readSettings(db, brand)
  const read = (name: keyof FeedThresholds) => {
    const set = settings.number(`FEED_${name.toUpperCase()}` as PortalSettingKey)
    return set === null || set > feedThresholds[name].max ? usualThresholds[name] : set
  }
  const all = Object.fromEntries(feedThresholdNames.map((name) => [name, read(name)])) as FeedThresholds
  const find = await readSenders(db, brand)
  return (sender) => ({ ...all, ...find(sender).thresholds })
}
