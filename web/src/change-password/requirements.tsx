import { limits } from '@portico/rules/limits'
import { passwordHints } from '@portico/rules/validation/password-hints'
import { Circle, CircleCheck } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { useText } from '../messages/text.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import styles from './change-password.module.css'
import type { PasswordRule } from './use-password-rule.ts'

/** So long a pause in typing lets a screen reader say how far it is. */
const pauseMs = 800

/** What the new password needs, each ticked off as it is typed: by the shape of its mark, in words and by colour. */
export function Requirements({ word, rule }: { readonly word: string; readonly rule: PasswordRule }) {
  const t = useText()
  const id = useId()
  const hints = passwordHints(word, rule)
  const met = hints.filter((hint) => hint.met).length
  const progress = word === '' ? '' : t('changePassword.progress', { met, total: hints.length })
  const minimum = Math.max(limits.password.min, rule.tier.minLength)
  return (
    <div className={styles.requirements}>
      <p id={id}>{t('changePassword.requirements')}</p>
      <ul aria-labelledby={id}>
        {hints.map((hint) => (
          <li key={hint.code} className={hint.met ? styles.met : undefined}>
            {hint.met ? <CircleCheck aria-hidden="true" /> : <Circle aria-hidden="true" />}
            <span>
              {t(`changePassword.hint.${hint.code}`, hint.code === 'length' ? { minimum } : {})}
              <VisuallyHidden>, {t(hint.met ? 'changePassword.met' : 'changePassword.unmet')}</VisuallyHidden>
            </span>
          </li>
        ))}
      </ul>
      <Spoken text={progress} />
    </div>
  )
}

/** Says a text once it has not changed for a while. */
function Spoken({ text }: { readonly text: string }) {
  const [spoken, setSpoken] = useState('')
  useEffect(() => {
    const pause = setTimeout(() => setSpoken(text), pauseMs)
    return () => clearTimeout(pause)
  }, [text])
  return (
    <VisuallyHidden>
      <span role="status">{spoken}</span>
    </VisuallyHidden>
  )
}
