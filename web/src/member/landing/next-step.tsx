import type { PayloadOf } from '@portico/contract/call'
import type { nextSteps } from '@portico/contract/calls/next-steps'
import {
  CalendarClock,
  ClipboardList,
  Eye,
  FileX,
  type LucideIcon,
  PencilLine,
  Pill,
  ReceiptText,
  UserPlus,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { links } from '../../base/router/links.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { PhoneLink } from '../../kit/phone/phone-link.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import styles from './next-card.module.css'

type Step = PayloadOf<typeof nextSteps>['steps'][number]
type Of<Kind extends Step['kind']> = Extract<Step, { readonly kind: Kind }>

/** One waiting task: what to do, the last day, and where to do it. */
export function NextStep({ step }: { readonly step: Step }) {
  switch (step.kind) {
    case 'invitation':
      return <Invitation step={step} />
    case 'told-again':
      return <ToldAgain step={step} />
    case 'payment':
      return <Payment step={step} />
    case 'denial':
      return <Denial step={step} />
    case 'refill':
      return <Refill step={step} />
    case 'money':
      return <Money step={step} />
    case 'owed':
      return <Owed step={step} />
    default:
      return <Unsent step={step} />
  }
}

interface LineProps {
  readonly icon: LucideIcon
  readonly title: ReactNode
  readonly text: ReactNode
  readonly to?: string
  readonly action?: string
}

function Line({ icon: Icon, title, text, to, action }: LineProps) {
  return (
    <li className={styles.step}>
      <Icon aria-hidden="true" />
      <div>
        <p className={styles.title}>{title}</p>
        <p className={styles.text}>{text}</p>
      </div>
      {to !== undefined && (
        <ButtonLink to={to} variant="secondary">
          {action}
        </ButtonLink>
      )}
    </li>
  )
}

/** Only the e-mail has the link to answer with: someone with access to the account need not have access to the mailbox. */
function Invitation({ step: { firstName, sentAt, answerBy } }: { readonly step: Of<'invitation'> }) {
  const t = useText()
  const { dateLong } = useFormat()
  const days = { sent: dateLong(sentAt), until: dateLong(answerBy) }
  return (
    <Line icon={UserPlus} title={t('next.invitation', { name: firstName })} text={t('next.invitation-text', days)} />
  )
}

/** The access now covers more than the words said when it was given. */
function ToldAgain({ step: { name } }: { readonly step: Of<'told-again'> }) {
  const t = useText()
  return (
    <Line
      icon={Eye}
      title={t('next.told-again', { name })}
      text={t('next.told-again-text')}
      to={links.account('people')}
      action={t('next.told-again-open')}
    />
  )
}

/** The selected group's payment has its own card. */
function Payment({ step }: { readonly step: Of<'payment'> }) {
  const t = useText()
  const { money, dateLong } = useFormat()
  const { planName, stage, amountCents, overdueCents: late, dueOn, lastDay } = step
  const isPart = stage === 'late' && late > 0 && late < amountCents
  const due = t(isPart ? 'next.payment-late-part' : `next.payment-${stage}-text`, {
    ...{ amount: money(amountCents), day: dateLong(dueOn) },
    ...(isPart && { part: money(late) }),
  })
  return (
    <Line
      icon={CalendarClock}
      title={t(`next.payment-${stage}`, { plan: planName })}
      text={lastDay === null ? due : `${due} ${t('landing.payment-grace', { day: dateLong(lastDay) })}`}
      to={links.screen('ebill')}
      action={t('landing.payment-pay')}
    />
  )
}

function Denial({ step }: { readonly step: Of<'denial'> }) {
  const t = useText()
  const { dateLong } = useFormat()
  const { claimId, whose, providerName, serviceDate, appealBy, daysLeft } = step
  const provider = providerName ?? t('next.provider-unknown')
  const day = dateLong(serviceDate)
  return (
    <Line
      icon={FileX}
      title={whose === null ? t('next.denial', { provider, day }) : t('next.denial-of', { name: whose, provider, day })}
      text={t('next.denial-text', { day: dateLong(appealBy), count: daysLeft })}
      to={links.claim(claimId)}
      action={t('next.denial-open')}
    />
  )
}

function Refill({ step }: { readonly step: Of<'refill'> }) {
  const t = useText()
  const { money } = useFormat()
  const { whose, drug, pharmacyName, pharmacyAddress, pharmacyPhone, lastCents } = step
  const place = [pharmacyName, pharmacyAddress].filter(Boolean).join(', ')
  return (
    <Line
      icon={Pill}
      title={whose === null ? t('next.refill', { drug }) : t('next.refill-of', { name: whose, drug })}
      text={
        <>
          {place}
          {pharmacyPhone !== null && (
            <>
              {' · '}
              <PhoneLink number={pharmacyPhone} />
            </>
          )}
          {lastCents !== null && <> · {t('next.refill-cost', { amount: money(lastCents) })}</>}
        </>
      }
      to={links.prescriptions()}
      action={t('next.refill-open')}
    />
  )
}

function Money({ step }: { readonly step: Of<'money'> }) {
  const t = useText()
  const { money, dateLong } = useFormat()
  const { accountType, stage, lastDay, lostCents } = step
  const account = t(`next.account-${accountType}`)
  return (
    <Line
      icon={CalendarClock}
      title={
        lostCents === null
          ? t('next.money-unknown', { account })
          : t('next.money', { amount: money(lostCents), account })
      }
      text={t(`next.money-${stage}`, { day: dateLong(lastDay) })}
      to={links.spending()}
      action={t('next.money-open')}
    />
  )
}

/** It has no last day: each provider says when payment is due. */
function Owed({ step: { claims, amountCents } }: { readonly step: Of<'owed'> }) {
  const t = useText()
  const { money } = useFormat()
  return (
    <Line
      icon={ReceiptText}
      title={t('next.owed', { count: claims, amount: money(amountCents) })}
      text={t('next.owed-text')}
      to={links.claimsOwed()}
      action={t('next.owed-open')}
    />
  )
}

/** What someone began to write. Its words stay where they are written: they may be about the worst day of a life. */
function Unsent({ step }: { readonly step: Of<'draft' | 'form'> }) {
  const t = useText()
  const { dateLong } = useFormat()
  const isDraft = step.kind === 'draft'
  return (
    <Line
      icon={isDraft ? PencilLine : ClipboardList}
      title={isDraft ? t('next.draft') : t(`next.form-${step.form}`)}
      text={t('next.saved', { day: dateLong(step.savedAt) })}
      to={isDraft ? links.draft(step.draftId) : links.form(step.form)}
      action={t(isDraft ? 'next.draft-go-on' : 'next.go-on')}
    />
  )
}
