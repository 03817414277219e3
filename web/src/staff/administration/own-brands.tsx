import { listOwnBrands, revertBrand, withdrawBrand } from '@portico/contract/calls/brand-console'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import type { MessageId } from '../../base/texts/catalogues.ts'
import { useText } from '../../base/texts/text.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Alert } from '../../ui/alert.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './administration.module.css'
import { Drawing } from './brand-drawing.tsx'
import { BrandForm } from './brand-form.tsx'
import type { OwnBrand, OwnBrands as Shown } from './brand-values.ts'
import { WaitingBrand } from './brand-waiting.tsx'
import brandStyles from './brands.module.css'

const load = (signal: AbortSignal) => api.call(listOwnBrands, { signal })
/** A code that no brand can have. */
const newOne = '+'

/** The brands, which administrators add and change in pairs (BR-8). */
export function OwnBrands() {
  const t = useText()
  const { value, failed, reload, change } = useLoaded(load)
  const [editing, setEditing] = useState('')
  const [told, setTold] = useState('')
  if (value === null) return failed ? <ErrorState onRetry={reload} /> : <Skeleton shape="block" />
  const show = (next: Shown, words: string) => {
    change(() => next)
    setTold(words)
    setEditing('')
  }
  const cancel = () => setEditing('')
  return (
    <>
      <p className={lettering.key}>{t('administration.ownbrands.about')}</p>
      <div role="status">{told !== '' && <Alert tone="success">{told}</Alert>}</div>
      {editing === newOne ? (
        <BrandForm before={null} onDone={show} onCancel={cancel} />
      ) : (
        <div className={styles.buttons}>
          <Button onClick={() => setEditing(newOne)}>{t('administration.ownbrands.new')}</Button>
        </div>
      )}
      <div className={styles.cards}>
        {value.brands.map((brand) => (
          <Card key={brand.code} className={editing === brand.code ? styles.wide : undefined}>
            {editing === brand.code ? (
              <BrandForm before={brand} onDone={show} onCancel={cancel} />
            ) : (
              <BrandHead brand={brand} onChange={() => setEditing(brand.code)} onDone={show} />
            )}
            {brand.waiting !== null && <WaitingBrand brand={brand} waiting={brand.waiting} onDone={show} />}
          </Card>
        ))}
      </div>
    </>
  )
}

interface BrandHeadProps {
  readonly brand: OwnBrand
  readonly onChange: () => void
  readonly onDone: (next: Shown, words: string) => void
}

function BrandHead({ brand, onChange, onDone }: BrandHeadProps) {
  const t = useText()
  const reverting = useAction({ CONFLICT: 'administration.ownbrands.revert-refused' }, 'administration.failed')
  const withdrawing = useAction({ CONFLICT: 'administration.ownbrands.withdraw-refused' }, 'administration.failed')
  const ask = (call: typeof revertBrand | typeof withdrawBrand, action: typeof reverting, reason: MessageId) =>
    action.run(async () => {
      const body = { basedOn: brand.version, reason: t(reason) }
      const next = await api.call(call, { params: { code: brand.code }, body })
      onDone(next, t('administration.ownbrands.saved'))
    })
  const goBack = () => ask(revertBrand, reverting, 'administration.ownbrands.revert-reason')
  const withdraw = () => ask(withdrawBrand, withdrawing, 'administration.ownbrands.withdraw-reason')
  const { code, origin, logo, fields, withdrawn, withdrawable, before, waiting } = brand
  const back = withdrawn ? 'take-back' : 'revert'
  const name = fields?.name ?? waiting?.fields.name ?? code
  return (
    <>
      <div className={brandStyles.head}>
        {logo !== null && <Drawing svg={logo} alt="" />}
        <h3 className={styles.subtitle}>{name}</h3>
        <span className={styles.code}>{code}</span>
        <Badge tone={origin === null ? 'warning' : 'info'}>
          {t(`administration.ownbrands.origin.${origin ?? 'none'}`)}
        </Badge>
        {withdrawn && <Badge tone="warning">{t('administration.ownbrands.withdrawn')}</Badge>}
      </div>
      {origin === 'folder' ? (
        <p className={lettering.key}>{t('administration.ownbrands.in-folder')}</p>
      ) : (
        <div className={styles.buttons}>
          {!withdrawn && (
            <Button variant="secondary" aria-label={t('administration.ownbrands.change', { name })} onClick={onChange}>
              {t('administration.ownbrands.edit')}
            </Button>
          )}
          {before !== null && waiting === null && (
            <Button
              variant={withdrawn ? 'secondary' : 'quiet'}
              busy={reverting.busy}
              aria-label={t(`administration.ownbrands.${back}-named`, { name })}
              onClick={goBack}
            >
              {t(`administration.ownbrands.${back}`)}
            </Button>
          )}
          {withdrawable && waiting === null && (
            <Button
              variant="quiet"
              busy={withdrawing.busy}
              aria-label={t('administration.ownbrands.withdraw-named', { name })}
              onClick={withdraw}
            >
              {t('administration.ownbrands.withdraw')}
            </Button>
          )}
          <Problem text={reverting.problem ?? withdrawing.problem} />
        </div>
      )}
    </>
  )
}
