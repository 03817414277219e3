import { reopenApplication } from '@portico/contract/calls/shop-applying'
import { checkDate } from '@portico/rules/validation/date'
import { type FormEvent, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { ApiError } from '../../base/api/error.ts'
import { useAction } from '../../base/api/use-action.ts'
import { usePage } from '../../base/page-state.tsx'
import { links } from '../../base/router/links.ts'
import { useNavigate } from '../../base/router/navigation.ts'
import { keepTicket, readTicket } from '../../base/storage/ticket.ts'
import { useText } from '../../base/texts/text.tsx'
import { findEasternDay } from '../../kit/forms/eastern-day.ts'
import { FormFrame } from '../../kit/forms/form-frame.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import { useForm } from '../../kit/forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import type { PayFirstProps } from './pay-first.tsx'
import styles from './shop.module.css'

const texts = {
  CONFLICT: 'application.change.conflict',
  'NOT-FOUND': 'application.correct.gone',
  'TOO-MANY-REQUESTS': 'application.correct.many',
} as const

/**
 * Leads back to the typed values, to correct them (SH-9). If neither this device nor the account shows who is here, it asks for the
 * applicant's date of birth.
 */
export function CorrectApplication({ market, ticket }: Pick<PayFirstProps, 'market' | 'ticket'>) {
  const t = useText()
  const { brand, now } = usePage()
  const navigate = useNavigate()
  const [isAsked, setAsked] = useState(false)
  const action = useAction(texts, 'shop.failed')
  const day = findEasternDay(now)
  const today = { year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)), day: Number(day.slice(8)) }
  const form = useForm<'dateOfBirth'>({
    id: 'shop-correct',
    initial: { dateOfBirth: '' },
    secret: 'all',
    label: () => t('application.correct.birth'),
    check: (_, values) => checkDate(values.dateOfBirth, { today, required: true }),
    serverTexts: { codes: { 'birth.wrong': 'application.correct.wrong' } },
  })
  const open = async (dateOfBirth: string) => {
    const held = readTicket('continue') ?? ''
    const back = await api.call(reopenApplication, { body: { ticket, held, dateOfBirth, brand: brand.code } })
    keepTicket('continue', back.ticket)
    navigate(links.shop(market, 'continue'))
  }
  const begin = () =>
    action.run(() =>
      open('').catch((error: unknown) => {
        if (!(error instanceof ApiError && error.entries.some(({ field }) => field === 'dateOfBirth'))) throw error
        setAsked(true)
      }),
    )
  const submit = (event: FormEvent) =>
    action.run(async () => {
      await form.submit(event, ({ dateOfBirth }) => open(dateOfBirth))
    })
  return (
    <>
      {isAsked ? (
        <FormFrame form={form} className={styles.form} onSubmit={submit}>
          <p>{t('application.correct.ask')}</p>
          <DateField {...form.field('dateOfBirth')} label={t('application.correct.birth')} autoFocus required />
          <div>
            <Button type="submit" variant="secondary" busy={action.busy}>
              {t('application.correct.go')}
            </Button>
          </div>
        </FormFrame>
      ) : (
        <div>
          <Button variant="secondary" busy={action.busy} onClick={begin}>
            {t('application.correct')}
          </Button>
        </div>
      )}
      <Problem text={action.problem} flush />
    </>
  )
}
