import { agencyChoices } from '@portico/contract/calls/agencies'
import { createProposal } from '@portico/contract/calls/proposals'
import { maxNote } from '@portico/rules/agencies/proposal'
import { checkProposal, type ProposalField, proposalFields } from '@portico/rules/agencies/proposal-fields'
import type { Market } from '@portico/rules/shop/lines'
import { type FormEvent, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { wholeBook } from '../../base/api/whole-book.ts'
import { newId } from '../../base/new-id.ts'
import { usePage } from '../../base/page-state.tsx'
import { links } from '../../base/router/links.ts'
import { useNavigate } from '../../base/router/navigation.ts'
import type { View, ViewProps } from '../../base/router/view.ts'
import { useText } from '../../base/texts/text.tsx'
import { FormFrame } from '../../kit/forms/form-frame.tsx'
import { Options } from '../../kit/forms/options.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import { type Form, useForm } from '../../kit/forms/use-form.ts'
import lettering from '../../kit/layout/lettering.module.css'
import { Page } from '../../kit/layout/page.tsx'
import type { Basis } from '../../shared/shop-parts/basis.ts'
import { useShopping } from '../../shared/shop-parts/basis.ts'
import { noOne, useQuoteFor } from '../../shared/shop-parts/quote-for.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { EmailField } from '../../ui/email-field.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { PlanPrices } from './plan-prices.tsx'
import styles from './shop.module.css'
import { type Priced, type ProposalClient, type Quote, toMarket } from './types.ts'
import { useQuote } from './use-quote.ts'

async function load(signal: AbortSignal) {
  const { selected } = await api.call(agencyChoices, { signal })
  const hasBook = selected?.entitlements.includes('clients') ?? false
  const clients = hasBook ? (await wholeBook(signal)).clients : []
  return { agency: selected, clients }
}

/** A producer makes a proposal here from the plans they picked (AG-6). */
function Propose({ variant }: ViewProps) {
  const t = useText()
  const market = toMarket(variant)
  const { brand } = usePage()
  const { compared } = useShopping(market)
  const quote = useQuote(market)
  const { value, failed, reload } = useLoaded(load)
  const plans = compared.flatMap((id) => quote.value?.plans.find(({ planId }) => planId === id) ?? [])
  const { basis, planYear } = quote
  const exchange = quote.value?.exchange ?? null
  return (
    <Page title={t('proposal.new.title')} className={styles.view}>
      {failed || quote.failed ? (
        <ErrorState onRetry={failed ? reload : quote.reload} />
      ) : value === null || quote.loading ? (
        <Skeleton shape="block" />
      ) : value.agency === null || !value.agency.entitlements.includes('quote') ? (
        <EmptyState
          title={t('proposal.new.closed')}
          text={t('proposal.new.closed.text')}
          action={<ButtonLink to={links.producer()}>{t('proposal.to-work')}</ButtonLink>}
        />
      ) : value.agency.brand !== brand.code ? (
        <EmptyState
          title={t('proposal.other-brand')}
          text={t('proposal.other-brand.text', { brand: value.agency.brandName })}
          action={<ButtonLink to={links.producer()}>{t('proposal.to-work')}</ButtonLink>}
        />
      ) : basis === null || planYear === null || plans.length === 0 ? (
        <EmptyState
          title={t('proposal.new.none')}
          text={t('proposal.new.none.text')}
          action={<ButtonLink to={links.shop(market)}>{t('shop.back')}</ButtonLink>}
        />
      ) : (
        <Draft
          market={market}
          basis={basis}
          planYear={planYear}
          plans={plans}
          exchange={exchange}
          clients={value.clients}
        />
      )}
    </Page>
  )
}

interface DraftProps {
  readonly market: Market
  readonly basis: Basis
  readonly planYear: number
  readonly plans: readonly Priced[]
  readonly exchange: Quote['exchange']
  readonly clients: readonly ProposalClient[]
}

type Name = 'client' | 'language' | 'note' | ProposalField

function Draft(props: DraftProps) {
  const { market, basis, planYear, plans, exchange, clients } = props
  const t = useText()
  const { form, action, submit } = useProposal(props)
  return (
    <div className={styles.stack}>
      <p className={styles.about}>{t('proposal.new.about')}</p>
      <Card title={t('proposal.plans', { year: planYear })}>
        <PlanPrices plans={plans} exchange={exchange} />
        <p className={lettering.small}>
          {t('proposal.for', {
            count: basis.people.length,
            ages: basis.people.map(({ age }) => age).join(', '),
            zip: basis.zipCode,
          })}
        </p>
      </Card>
      <FormFrame form={form} className={styles.stack} onSubmit={submit}>
        <ErrorSummary {...form.summary} />
        <ClientFields form={form} clients={clients} />
        {market === 'medicare' && (
          <Alert tone="info">
            <p>{t('proposal.medicare')}</p>
          </Alert>
        )}
        <Problem text={action.problem} />
        <div className={styles.row}>
          <Button type="submit" busy={action.busy}>
            {t('proposal.new.submit')}
          </Button>
          <ButtonLink variant="quiet" to={links.shop(market)}>
            {t('shop.back')}
          </ButtonLink>
        </div>
      </FormFrame>
    </div>
  )
}

/** A proposal as it is typed, and its creation: only once, however often the button is pressed. */
function useProposal({ market, basis, planYear, plans }: DraftProps) {
  const t = useText()
  const navigate = useNavigate()
  const [proposalId] = useState(newId)
  const [asked, setAsked] = useQuoteFor()
  const { withCredit } = useShopping(market)
  const action = useAction({ 'NOT-FOUND': 'proposal.new.gone', CONFLICT: 'proposal.new.gone' }, 'shop.failed')
  const form = useForm<Name>({
    id: 'proposal',
    initial: {
      ...{ client: asked.clientId, firstName: asked.firstName, lastName: asked.lastName, email: asked.email },
      ...{ language: asked.language === 'es' ? 'es' : 'en', agreed: '', note: '' },
    },
    secret: 'personal',
    label: (name) => t(`proposal.field.${name}`),
    check: (name, values) => {
      const field = proposalFields.find((one) => one === name)
      return field === undefined ? null : checkProposal(field, values[field])
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    return action.run(async () => {
      const made = await form.submit(event, ({ client, firstName, lastName, email, language, agreed, note }) =>
        api.call(createProposal, {
          body: {
            proposalId,
            firstName,
            lastName,
            email,
            planYear,
            ...(client !== '' && { clientId: client }),
            agreed: agreed === 'true',
            language: language === 'es' ? 'es' : 'en',
            basis: { ...basis, market },
            planIds: plans.map(({ planId }) => planId),
            note,
            withCredit,
          },
        }),
      )
      if (made === null) return
      setAsked(noOne)
      navigate(links.producer('proposals', made.proposalId))
    })
  }
  return { form, action, submit }
}

interface ClientFieldsProps {
  readonly form: Form<Name>
  readonly clients: readonly ProposalClient[]
}

/** The recipient: one of the agent's clients, or someone else. */
function ClientFields({ form, clients }: ClientFieldsProps) {
  const t = useText()
  const choose = (clientId: string) => {
    const client = clients.find((one) => one.clientId === clientId)
    const { firstName = '', lastName = '', email = null } = client ?? {}
    form.fill({ client: clientId, firstName, lastName, email: email ?? '' })
  }
  return (
    <Card title={t('proposal.whom')}>
      <div className={styles.stack}>
        {clients.length > 0 && (
          <Select {...form.field('client')} onValue={choose} label={t('proposal.field.client')}>
            <option value="">{t('proposal.field.client.other')}</option>
            <Options
              of={clients}
              value={({ clientId }) => clientId}
              text={({ firstName, lastName }) => `${firstName} ${lastName}`}
            />
          </Select>
        )}
        <div className={styles.filters}>
          <TextField {...form.field('firstName')} label={t('proposal.field.firstName')} autoComplete="off" required />
          <TextField {...form.field('lastName')} label={t('proposal.field.lastName')} autoComplete="off" required />
          <EmailField {...form.field('email')} label={t('proposal.field.email')} autoComplete="off" required />
          <Select {...form.field('language')} label={t('proposal.field.language')}>
            <option value="en">{t('proposal.language.en')}</option>
            <option value="es">{t('proposal.language.es')}</option>
          </Select>
        </div>
        <TextArea
          {...form.field('note')}
          label={t('proposal.field.note')}
          hint={t('proposal.field.note-hint')}
          rows={3}
          maxLength={maxNote}
          dense
        />
        <AgreedField form={form} />
      </div>
    </Card>
  )
}

/** Whether the client has agreed to get e-mail. */
function AgreedField({ form }: Pick<ClientFieldsProps, 'form'>) {
  const t = useText()
  const agreed = form.field('agreed')
  return (
    <div>
      <Checkbox
        id={agreed.id}
        checked={agreed.value === 'true'}
        onValue={(on) => agreed.onValue(on ? 'true' : '')}
        label={t('proposal.field.agreed.text')}
        aria-invalid={agreed.error !== undefined}
        aria-describedby={agreed.error === undefined ? undefined : `${agreed.id}-wrong`}
        required
      />
      {agreed.error !== undefined && (
        <p id={`${agreed.id}-wrong`} className={styles.wrong}>
          {agreed.error}
        </p>
      )}
    </div>
  )
}

export const view: View = { title: 'proposal.new.title', Component: Propose }
