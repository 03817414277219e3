import { createHash } from 'node:crypto'
import { zipSync } from 'fflate'
import { endOfEasternDay } from '../../platform/day.ts'
import type { AppleKeys } from './keys.ts'
import type { PassContent } from './pass-content.ts'
import { signApart } from './signed-data.ts'

/** PNGs by the names that Wallet expects. */
export type PassPictures = Readonly<Record<'icon.png' | 'icon@2x.png' | 'logo.png' | 'logo@2x.png', Buffer>>

/** A pass for Apple Wallet: a ZIP archive of its text and pictures, their hashes, and the signature of the hashes. */
export function buildApplePass(content: PassContent, pictures: PassPictures, keys: AppleKeys, now: Date): Buffer {
  const files = new Map<string, Buffer>([
    ['pass.json', Buffer.from(JSON.stringify(toPass(content, keys)))],
    ...Object.entries(pictures),
  ])
  const hashes = [...files].map(([name, bytes]) => [name, createHash('sha1').update(bytes).digest('hex')])
  const manifest = Buffer.from(JSON.stringify(Object.fromEntries(hashes)))
  files.set('manifest.json', manifest).set('signature', signApart(manifest, keys, now))
  // Pictures are compressed already.
  return Buffer.from(zipSync(Object.fromEntries(files), { level: 0 }))
}

function toPass(content: PassContent, { passType, team }: AppleKeys) {
  const { front, back, colors, ends } = content
  const [plan, member, group, covers] = front
  const field = (key: string, fact: { readonly label: string; readonly value: string } | undefined) =>
    fact === undefined ? [] : [{ key, label: fact.label, value: fact.value }]
  return {
    formatVersion: 1,
    passTypeIdentifier: passType,
    teamIdentifier: team,
    serialNumber: content.serial,
    organizationName: content.brand,
    description: content.title,
    logoText: content.brand,
    backgroundColor: toRgb(colors.ground),
    foregroundColor: toRgb(colors.text),
    labelColor: toRgb(colors.label),
    // Nobody can forward it by message.
    sharingProhibited: true,
    ...(ends !== null && { expirationDate: endOfEasternDay(ends).toISOString() }),
    generic: {
      primaryFields: field('member', member),
      secondaryFields: [...field('number', content.number), ...field('group', group)],
      auxiliaryFields: [...field('plan', plan), ...field('covers', covers)],
      backFields: [
        ...back.map(({ label, value }, index) => ({ key: `back-${index}`, label, value })),
        { key: 'note', label: content.title, value: content.note },
      ],
    },
  }
}

/** A color in Wallet's format. */
function toRgb(hex: string): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  return `rgb(${parts.join(', ')})`
}
