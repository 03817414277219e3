/** Kind of device according to the user agent; `program` is not a browser. */
export type DeviceKind = 'computer' | 'phone' | 'tablet' | 'program'

/** The browser and system that someone signed in with, by the makers' names, which are the same in every language; null: unknown. */
export interface Device {
  readonly kind: DeviceKind
  readonly browser: string | null
  readonly system: string | null
}

// The order matters: most browsers also name the browsers they descend from.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|OPX)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|HeadlessChrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b|\biPod\b/, 'iOS'],
  [/\biPad\b/, 'iPadOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

/** Browser and system of a user agent (RG-3): the names that people know, without versions, which change every week. */
export function parseDevice(userAgent: string): Device {
  const findNamed = (list: typeof browsers) => list.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null
  const browser = findNamed(browsers)
  const system = findNamed(systems)
  return { kind: detectKind(userAgent, browser), browser, system }
}

function detectKind(userAgent: string, browser: string | null): DeviceKind {
  if (browser === null && !userAgent.startsWith('Mozilla/')) return 'program'
  if (/\biPad\b|\bTablet\b/.test(userAgent)) return 'tablet'
  if (/\bAndroid\b/.test(userAgent)) return /\bMobile\b/.test(userAgent) ? 'phone' : 'tablet'
  return /\biPhone\b|\biPod\b|\bMobile\b/.test(userAgent) ? 'phone' : 'computer'
}
