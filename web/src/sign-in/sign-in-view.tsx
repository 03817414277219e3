import { type ComponentType, useEffect, useState } from 'react'
import { loadCatalogues } from '../messages/catalogues.ts'
import { type Texts, useText, useTexts } from '../messages/text.tsx'
import type { View } from '../router/view.ts'
import { clearUserData } from '../session/user-data.ts'
import { BrandPanel } from './brand-panel.tsx'
import type { SignInDialogsProps } from './sign-in-dialogs.tsx'
import { SignInForm } from './sign-in-form.tsx'
import styles from './sign-in-view.module.css'

type Told = Pick<SignInDialogsProps, 'problem' | 'forced'>

const nothing: Told = { problem: null, forced: false }

/** The sign-in screen (SI-1): the form, and what the brand offers beside it. */
function SignIn() {
  const t = useText()
  const texts = useTexts()
  const [told, setTold] = useState(nothing)
  const [Dialogs, setDialogs] = useState<ComponentType<SignInDialogsProps> | null>(null)
  const [unreachable, setUnreachable] = useState(false)

  // Who has to sign in is signed in no more: nothing of the last session stays in the tab (SO-5).
  useEffect(clearUserData, [])

  const tell = async (next: Told) => {
    try {
      const loaded = await loadDialogs(texts)
      setDialogs(() => loaded)
      setTold(next)
    } catch {
      setUnreachable(true)
    }
  }
  const prepare = () => {
    Promise.all([import('./sign-in.ts'), loadDialogs(texts)]).catch(() => {})
  }

  return (
    <div className={styles.view}>
      <div className={styles.side}>
        <div className={styles.column}>
          <h1>{t('signIn.title')}</h1>
          <p className={styles.welcome}>{t('signIn.welcome')}</p>
          <SignInForm
            onFocus={prepare}
            onSubmit={() => setUnreachable(false)}
            onProblem={(problem) => tell({ problem, forced: false })}
            onForcedPassword={() => tell({ problem: null, forced: true })}
          />
          <p role="alert" className={styles.unreachable}>
            {unreachable && t('signIn.unreachable')}
          </p>
        </div>
      </div>
      <BrandPanel />
      {Dialogs && <Dialogs {...told} onClose={() => setTold(nothing)} />}
    </div>
  )
}

/** The dialogs and their texts are fetched while the form is being filled in, so that they are there when needed. */
async function loadDialogs(texts: Texts) {
  const [{ SignInDialogs }, catalogue] = await Promise.all([
    import('./sign-in-dialogs.tsx'),
    loadCatalogues(['errors', 'validation'], texts.language),
  ])
  texts.add(catalogue)
  return SignInDialogs
}

export const view: View = { title: 'signIn.title', Component: SignIn }
