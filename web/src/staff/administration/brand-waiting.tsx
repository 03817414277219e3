import { decideBrand } from '@portico/contract/calls/brand-console'
import { api } from '../../base/api/api.ts'
import { useAction } from '../../base/api/use-action.ts'
import type { MessageId } from '../../base/texts/catalogues.ts'
import { useMomentFormat } from '../../base/texts/moment.tsx'
import { useText } from '../../base/texts/text.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import styles from './administration.module.css'
import { Drawing } from './brand-drawing.tsx'
import { BrandLook } from './brand-look.tsx'
import { type BrandFields, drawingNames, type OwnBrand, type OwnBrands } from './brand-values.ts'
import brandStyles from './brands.module.css'

interface WaitingBrandProps {
  readonly brand: OwnBrand
  readonly waiting: NonNullable<OwnBrand['waiting']>
  readonly onDone: (next: OwnBrands, words: string) => void
}

/** The change that another administrator is asked to put into force: each field that differs, before and after (BR-8). */
export function WaitingBrand({ brand, waiting, onDone }: WaitingBrandProps) {
  const t = useText()
  const format = useMomentFormat()
  const action = useAction(
    { CONFLICT: waiting.withdraws ? 'administration.ownbrands.withdraw-refused' : 'administration.ownbrands.refused' },
    'administration.failed',
  )
  const { version, own, changed, fields, drawings } = waiting
  const done = waiting.withdraws ? 'withdrawn-now' : 'confirmed'
  const decide = (confirm: boolean) =>
    action.run(async () => {
      const params = { code: brand.code, version: String(version) }
      const next = await api.call(decideBrand, { params, body: { confirm } })
      onDone(next, t(`administration.ownbrands.${confirm ? done : 'dropped'}`))
    })
  const names = Object.keys(fields).filter((name): name is keyof BrandFields => changed.includes(name))
  const drawn = drawingNames.filter((name) => changed.includes(name))
  const { primary, accent, radius, header } = fields
  return (
    <Alert tone="info">
      <h3 className={styles.subtitle}>{t('administration.ownbrands.waiting')}</h3>
      <p>
        {t('administration.ownbrands.made', {
          by: waiting.madeBy,
          at: format.dateTime(waiting.madeAt),
          reason: waiting.reason,
        })}
      </p>
      {waiting.withdraws && <p>{t('administration.ownbrands.withdraws')}</p>}
      <dl className={styles.facts}>
        {names.map((name) => (
          <div key={name}>
            <dt>{t(`administration.ownbrands.field.${name}`)}</dt>
            <dd>
              {brand.fields !== null && (
                <>
                  <del>{formatValue(brand.fields[name], t)}</del>{' '}
                </>
              )}
              <ins>{formatValue(fields[name], t)}</ins>
            </dd>
          </div>
        ))}
      </dl>
      {drawn.length > 0 && (
        <p className={brandStyles.drawings}>
          {drawn.map((name) => (
            <Drawing key={name} svg={drawings[name]} alt={t(`administration.ownbrands.field.${name}`)} />
          ))}
        </p>
      )}
      {(changed.includes('primary') || changed.includes('accent')) && (
        <BrandLook primary={primary} accent={accent} radius={radius} header={header} />
      )}
      <div className={styles.buttons}>
        {!own && (
          <Button busy={action.busy} onClick={() => decide(true)}>
            {t(`administration.ownbrands.${waiting.withdraws ? 'withdraw-confirm' : 'confirm'}`)}
          </Button>
        )}
        <Button variant="quiet" busy={action.busy} onClick={() => decide(false)}>
          {t('administration.ownbrands.drop')}
        </Button>
      </div>
      {own && <p className={lettering.key}>{t('administration.ownbrands.own')}</p>}
      <Problem text={action.problem} />
    </Alert>
  )
}

function formatValue(value: BrandFields[keyof BrandFields], t: (id: MessageId) => string): string {
  const text = typeof value === 'object' ? value.join(', ') : String(value)
  return text === '' ? t('administration.ownbrands.nothing') : text
}
