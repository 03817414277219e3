/** Files that people can attach to a message (MC-4), by extension; `shown`: browsers can display them. */
export const attachmentKinds = {
  pdf: { type: 'application/pdf', endings: ['pdf'], shown: true },
  png: { type: 'image/png', endings: ['png'], shown: true },
  jpg: { type: 'image/jpeg', endings: ['jpg', 'jpeg'], shown: true },
  gif: { type: 'image/gif', endings: ['gif'], shown: true },
  tiff: { type: 'image/tiff', endings: ['tiff', 'tif'], shown: false },
  txt: { type: 'text/plain', endings: ['txt'], shown: false },
  doc: { type: 'application/msword', endings: ['doc'], shown: false },
  docx: {
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    endings: ['docx'],
    shown: false,
  },
  xls: { type: 'application/vnd.ms-excel', endings: ['xls'], shown: false },
  xlsx: {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    endings: ['xlsx'],
    shown: false,
  },
} as const

export type AttachmentKind = keyof typeof attachmentKinds

const everyKind = Object.keys(attachmentKinds) as AttachmentKind[]
const MB = 1024 * 1024

/** The most that can be attached to one message (MC-4). Sizes are in bytes. */
export interface AttachmentLimits {
  readonly count: number
  readonly fileBytes: number
  readonly totalBytes: number
  readonly kinds: readonly AttachmentKind[]
}

export interface UploadLimits extends AttachmentLimits {
  /** The total that one person may upload for one member in a day. */
  readonly dayBytes: number
}

/** 5 files per message, 10 MB each, 25 MB in all, and 250 MB a day, unless a brand sets other limits. */
export const ATTACHMENT_LIMITS: UploadLimits = {
  count: 5,
  fileBytes: 10 * MB,
  totalBytes: 25 * MB,
  dayBytes: 250 * MB,
  kinds: everyKind,
}

/**
 * Why a file is refused (MC-4); `EMPTY` and `COUNT` are found before a byte is sent, `VIRUS` only by the scanner, and `DAY-LIMIT`
 * only by the server, which knows what was uploaded today.
 */
export type AttachmentRefusal =
  | 'ATTACHMENT-TOO-LARGE'
  | 'ATTACHMENT-COUNT'
  | 'ATTACHMENT-TYPE'
  | 'ATTACHMENT-EMPTY'
  | 'ATTACHMENT-VIRUS'
  | 'ATTACHMENT-DAY-LIMIT'

/** Kind of a file by its extension, in any case; null: messages take no such file. */
export function kindOfName(name: string, kinds: readonly AttachmentKind[] = everyKind): AttachmentKind | null {
  const ending = readExtension(name)
  return kinds.find((kind) => attachmentKinds[kind].endings.some((one) => one === ending)) ?? null
}

function readExtension(name: string): string {
  return /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
}

/**
 * Extensions of archives: messages take none, but the scanner still looks inside, since a virus is worse news than a wrong type.
 */
const archiveEndings = ['zip', '7z', 'rar', 'gz', 'tgz', 'tar', 'bz2', 'xz']

export function isArchive(name: string): boolean {
  return archiveEndings.includes(readExtension(name))
}

/** Whether the page may display files of this type; all others can only be saved. */
export function isShown(type: string): boolean {
  return everyKind.some((kind) => attachmentKinds[kind].type === type && attachmentKinds[kind].shown)
}

/** The other files attached to the same message. */
export interface AttachedTotals {
  readonly count: number
  readonly bytes: number
}

/**
 * Whether a file can join the other attachments, as far as its name and size tell (MC-4). The page passes archives on to the server,
 * which refuses each: as a virus if it contains one, otherwise for its type.
 */
export function checkAttachment(
  file: { readonly name: string; readonly size: number },
  attached: AttachedTotals,
  limits: AttachmentLimits = ATTACHMENT_LIMITS,
): AttachmentRefusal | null {
  if (attached.count >= limits.count) return 'ATTACHMENT-COUNT'
  if (kindOfName(file.name, limits.kinds) === null && !isArchive(file.name)) return 'ATTACHMENT-TYPE'
  if (file.size === 0) return 'ATTACHMENT-EMPTY'
  const fits = file.size <= limits.fileBytes && attached.bytes + file.size <= limits.totalBytes
  return fits ? null : 'ATTACHMENT-TOO-LARGE'
}

/** A brand's settings, as text; null: not set. */
export interface AttachmentSettings {
  readonly count: string | null
  readonly fileMB: string | null
  readonly totalMB: string | null
  readonly dayMB: string | null
  /** Kinds, separated by commas. */
  readonly kinds: string | null
}

/** A brand's limits; invalid settings are ignored. */
export function attachmentLimits(settings: AttachmentSettings): UploadLimits {
  const kinds = (settings.kinds ?? '').split(',').map((kind) => kind.trim().toLowerCase())
  const known = everyKind.filter((kind) => kinds.includes(kind))
  return {
    count: wholeNumber(settings.count, 20) ?? ATTACHMENT_LIMITS.count,
    fileBytes: megabytes(settings.fileMB) ?? ATTACHMENT_LIMITS.fileBytes,
    totalBytes: megabytes(settings.totalMB) ?? ATTACHMENT_LIMITS.totalBytes,
    dayBytes: megabytes(settings.dayMB, 9999) ?? ATTACHMENT_LIMITS.dayBytes,
    kinds: known.length > 0 ? known : ATTACHMENT_LIMITS.kinds,
  }
}

function megabytes(text: string | null, max = 100): number | null {
  const number = wholeNumber(text, max)
  return number === null ? null : number * MB
}

function wholeNumber(text: string | null, max: number): number | null {
  const number = text !== null && /^\d{1,4}$/.test(text.trim()) ? Number(text) : 0
  return number >= 1 && number <= max ? number : null
}
