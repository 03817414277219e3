import type { SavedValues } from '@portico/rules/registration/saved'
import { useEffect, useEffectEvent, useState } from 'react'
import { hearTabs, type TabMessage, tellTabs } from '../../session/timers/browser-tabs.ts'
import { type RegistrationForm, toSaved } from './registration-form.ts'
import type { Steps } from './use-steps.ts'

/** Identify the same registration in another browser tab. */
const identifying = ['email', 'firstName', 'dateOfBirth'] as const

/**
 * What was typed into a registration in another browser tab, for a tab without any; null if there is none. If this tab's
 * registration is sent from another one, it counts as sent here, too.
 */
export function useOtherTabs(form: RegistrationForm, { sentTo, onSentElsewhere }: Steps): SavedValues | null {
  const [other, setOther] = useState<SavedValues | null>(null)
  const hasBegun = form.values.userType !== '' && sentTo === null
  const hear = useEffectEvent((message: TabMessage) => {
    const own = toSaved(form.values)
    if (message.type === 'registration-asked' && hasBegun) tellTabs({ type: 'registration-begun', values: own })
    if (message.type === 'registration-begun') setOther(message.values)
    if (message.type === 'registration-sent') {
      setOther(null)
      const { values } = message
      if (hasBegun && identifying.every((name) => values[name] === own[name])) onSentElsewhere(values.email)
    }
  })
  useEffect(() => {
    const stop = hearTabs(hear)
    tellTabs({ type: 'registration-asked' })
    return stop
  }, [])
  return hasBegun || sentTo !== null ? null : other
}
