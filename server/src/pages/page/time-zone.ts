/** The time zones of nearly all members. The first one is for people who have not told us theirs. */
const usual: readonly string[] = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'America/Phoenix',
  'America/Detroit',
  'America/Indiana/Indianapolis',
  'America/Kentucky/Louisville',
  'America/Boise',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/Puerto_Rico',
]

const [firstUsual = 'UTC'] = usual

/** Any zone that exists, by its IANA name: travelers may be anywhere. */
export function parseTimeZone(cookie: string | undefined): string {
  if (cookie === undefined || usual.includes(cookie)) return cookie ?? firstUsual
  if (!/^[A-Za-z][\w+/-]{1,40}$/.test(cookie)) return firstUsual
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: cookie }).resolvedOptions().timeZone
  } catch {
    return firstUsual
  }
}

/** One of the few zones in which pages for everyone are cached. */
export function parseUsualTimeZone(cookie: string | undefined): string {
  return usual.find((zone) => zone === cookie) ?? firstUsual
}
