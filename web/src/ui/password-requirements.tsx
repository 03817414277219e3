import { limits } from '@portico/rules/limits'
import type { PasswordTier } from '@portico/rules/validation/password'
import { passwordHints } from '@portico/rules/validation/password-hints'
import { Circle, CircleCheck } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { useText } from '../base/texts/text.tsx'
import styles from './password-requirements.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

/** After a pause of this long in typing, a screen reader announces the progress. */
const pauseMs = 800

export interface PasswordRule {
  readonly tier: PasswordTier
  /** How many previous passwords cannot be used again. */
  readonly history: number
  /** Empty if it is not known. */
  readonly loginId: string
}

export interface PasswordRequirementsProps {
  readonly word: string
  readonly rule: PasswordRule
}

/** The requirements for a new password (VA-4), ticked off during typing: by the shape of the mark, in words and by color. */
export function PasswordRequirements({ word, rule }: PasswordRequirementsProps) {
  const t = useText()
  const id = useId()
  const hints = passwordHints(word, rule)
  const met = hints.filter((hint) => hint.met).length
  const progress = word === '' ? '' : t('form.password.progress', { met, total: hints.length })
  const minimum = Math.max(limits.password.min, rule.tier.minLength)
  return (
    <div className={styles.requirements}>
      <p id={id}>{t('form.password.requirements')}</p>
      <ul aria-labelledby={id}>
        {hints.map((hint) => (
          <li key={hint.code} className={hint.met ? styles.met : undefined}>
            {hint.met ? <CircleCheck aria-hidden="true" /> : <Circle aria-hidden="true" />}
            <span>
              {t(`form.password.hint.${hint.code}`, hint.code === 'length' ? { minimum } : {})}
              <VisuallyHidden>, {t(hint.met ? 'form.password.met' : 'form.password.unmet')}</VisuallyHidden>
            </span>
          </li>
        ))}
      </ul>
      <VisuallyHidden>
        <span role="status">{useSpoken(progress)}</span>
      </VisuallyHidden>
    </div>
  )
}

/** A text that updates only once it has not changed for a while. */
function useSpoken(text: string): string {
  const [spoken, setSpoken] = useState('')
  useEffect(() => {
    const pause = setTimeout(() => setSpoken(text), pauseMs)
    return () => clearTimeout(pause)
  }, [text])
  return spoken
}
