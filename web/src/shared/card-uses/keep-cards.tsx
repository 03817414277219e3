import { useEffect, useId, useState } from 'react'
import { useAction } from '../../base/api/use-action.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { useArea } from '../../base/texts/use-areas.ts'
import { Problem } from '../../kit/forms/problem.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Checkbox } from '../../ui/checkbox.tsx'
import { hasPocket, keepHere, keepNoMore } from '../pocket/keep-here.ts'
import { pocketPath, readKeptMark } from '../pocket/kept-cards.ts'
import styles from './card-uses.module.css'

/** Offers to keep the ID cards on this phone (MP-12): off until someone turns it on; the text says what that means. */
export function KeepCards({ days }: { readonly days: number }) {
  const t = useText()
  const format = useFormat()
  const ready = useArea('pocket')
  const about = useId()
  const [until, setUntil] = useState<string | null>(null)
  const [wasDropped, setDropped] = useState(false)
  const keeping = useAction({ CannotKeep: 'pocket.cannot' })
  useEffect(() => {
    if (!hasPocket()) return
    readKept().then(setUntil, () => {})
  }, [])
  if (!ready) return null
  if (!hasPocket()) return <p className={lettering.muted}>{t('pocket.cannot')}</p>
  const change = (isOn: boolean) =>
    keeping.run(async () => {
      if (isOn) setUntil(await keepHere())
      else {
        await keepNoMore()
        setUntil(null)
      }
      setDropped(!isOn)
    })
  return (
    <section className={styles.keep} aria-label={t('pocket.title')}>
      <Checkbox
        label={t('pocket.keep')}
        checked={until !== null}
        disabled={keeping.busy}
        aria-describedby={about}
        onValue={change}
      />
      <div id={about} className={lettering.muted}>
        <p>{t('pocket.what')}</p>
        <p>{t('pocket.how-long', { days })}</p>
        <p>{t('pocket.who-sees')}</p>
      </div>
      <p role="status">
        {until !== null && t('pocket.kept', { date: format.dateLong(until) })}
        {until === null && wasDropped && t('pocket.dropped')}
      </p>
      {until !== null && <a href={pocketPath}>{t('pocket.open')}</a>}
      <Problem text={keeping.problem} flush />
    </section>
  )
}

/** Until when this phone keeps cards. They are the member's own, since another person's are deleted as soon as a page runs. */
async function readKept(): Promise<string | null> {
  if ((await navigator.serviceWorker.getRegistration(pocketPath)) === undefined) return null
  const mark = await readKeptMark()
  return mark && new Date(mark.until).toISOString()
}
