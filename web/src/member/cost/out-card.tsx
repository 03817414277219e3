import { useText } from '../../base/texts/text.tsx'
import { FormFrame } from '../../kit/forms/form-frame.tsx'
import { useForm } from '../../kit/forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './cost-view.module.css'

interface OutCardProps {
  readonly busy: boolean
  readonly onQuote: (cents: number) => void
}

/** Outside the network, no one knows what a plan allows: the member enters the price they were told. */
export function OutCard({ busy, onQuote }: OutCardProps) {
  const t = useText()
  const form = useForm({
    id: 'care-quote',
    initial: { quote: '' },
    secret: 'personal',
    label: () => t('cost.quote'),
    check: (_, { quote }) => (parseCents(quote) === null ? { code: 'cost.quote-wrong' as const } : null),
  })
  return (
    <Card title={t('cost.out-title')} className={styles.unprinted}>
      <p>{t('cost.out-about')}</p>
      <FormFrame
        form={form}
        className={styles.form}
        onSubmit={(event) => void form.submit(event, async ({ quote }) => onQuote(parseCents(quote) ?? 0))}
      >
        <TextField
          inputMode="decimal"
          label={t('cost.quote')}
          autoComplete="off"
          maxLength={12}
          {...form.field('quote')}
        />
        <Button type="submit" variant="secondary" busy={busy}>
          {t('cost.quote-button')}
        </Button>
      </FormFrame>
    </Card>
  )
}

/** Whole cents for `$1,250.50`; null for anything but an amount from one cent to a million dollars. */
function parseCents(typed: string): number | null {
  const plain = typed.replace(/[$,\s]/g, '')
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(plain)) return null
  const cents = Math.round(Number(plain) * 100)
  return cents >= 1 && cents <= 100_000_000 ? cents : null
}
