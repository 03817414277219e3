import { useText } from '../../base/texts/text.tsx'
import { type MessageTextName, useSetTexts } from '../../shared/message-texts/set-texts.ts'
import type { FieldName } from './fields.ts'

/** Labels that a brand can set (MC-4). */
const ownTexts: Partial<Record<FieldName, MessageTextName>> = {
  text: 'leaveMessage',
  phoneNumber: 'phoneNumber',
  bestTime: 'bestTime',
}

/** Returns a field's label, as set by the brand or from the catalogue. */
export function useFieldLabel(): (name: FieldName) => string {
  const t = useText()
  const setText = useSetTexts()
  return (name) => {
    const label = t(`contact-us.label.${name}`)
    const own = ownTexts[name]
    return own === undefined ? label : setText(own, label)
  }
}
