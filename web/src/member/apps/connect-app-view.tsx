import type { PayloadOf } from '@portico/contract/call'
import { allowApp, declineApp, readAppRequest } from '@portico/contract/calls/apps'
import type { GrantLasts } from '@portico/rules/apps/grant'
import { CircleX, PlugZap, TimerOff } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { ApiError } from '../../base/api/error.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'
import { links } from '../../base/router/links.ts'
import { useRoute } from '../../base/router/navigation.ts'
import type { View } from '../../base/router/view.ts'
import { useText } from '../../base/texts/text.tsx'
import formStyles from '../../kit/forms/form-page.module.css'
import { Outcome } from '../../kit/forms/outcome.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { clearSession } from '../../session/sign-out/clear-session.ts'
import { AppMaker, AttestationText } from '../../shared/app-parts/attestation.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Checkbox, type CheckboxProps } from '../../ui/checkbox.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FieldGroup } from '../../ui/field-group.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import styles from './connect-app.module.css'

type Request = PayloadOf<typeof readAppRequest>
type Part = Request['parts'][number]

/** The consent screen (OS-38): who asks, for what, whose, and until when. */
function ConnectApp() {
  const t = useText()
  const { segments, params } = useRoute()
  const { brand } = usePage()
  const askId = segments[1] ?? ''
  const opened = useLoaded((signal) => open(askId, signal), { key: askId, wanted: askId !== '' && askId !== 'problem' })
  if (askId === 'problem') {
    const code = /^[a-z_]{1,40}$/.exec(params.code ?? '')?.[0] ?? ''
    return (
      <Outcome icon={CircleX} title={t('apps.problem')} text={t('apps.problemText', { code })}>
        <ButtonLink to={links.account('apps')}>{t('apps.settings')}</ButtonLink>
      </Outcome>
    )
  }
  if (askId === '' || opened.value === 'expired' || opened.value === 'other-brand') {
    const isExpired = opened.value !== 'other-brand'
    return (
      <Outcome
        icon={TimerOff}
        title={t(isExpired ? 'apps.expired' : 'apps.otherBrand')}
        text={isExpired ? t('apps.expiredText') : t('apps.otherBrandText', { brand: brand.name })}
      >
        <ButtonLink to={links.account('apps')}>{t('apps.settings')}</ButtonLink>
      </Outcome>
    )
  }
  return (
    <div className={formStyles.view}>
      <PlugZap aria-hidden="true" className={formStyles.mark} />
      <h1>{opened.value === null ? t('apps.view') : t('apps.title', { app: opened.value.app.name })}</h1>
      {opened.value === null ? (
        <p role="status">{opened.loading && t('apps.loading')}</p>
      ) : (
        <Consent askId={askId} request={opened.value} />
      )}
      {opened.failed && <ErrorState onRetry={opened.reload} text={t('apps.failed')} />}
    </div>
  )
}

async function open(askId: string, signal: AbortSignal): Promise<Request | 'expired' | 'other-brand'> {
  try {
    return await api.call(readAppRequest, { params: { askId }, signal })
  } catch (error) {
    const code = error instanceof ApiError ? error.code : null
    if (code === 'NOT-FOUND') return 'expired'
    if (code === 'OTHER-BRAND') return 'other-brand'
    throw error
  }
}

const problems = { 'TOO-MANY-REQUESTS': 'apps.tooMany', 'NOT-FOUND': 'apps.expiredText' } as const
const allLasts = ['once', 'months', 'open'] as const

function Consent({ askId, request }: { readonly askId: string; readonly request: Request }) {
  const t = useText()
  const { app, people, staysConnected } = request
  const [personId, setPersonId] = useState(people[0]?.personId ?? '')
  const [parts, setParts] = useState<readonly Part[]>(request.parts)
  const [sensitive, setSensitive] = useState(false)
  const [lasts, setLasts] = useState<GrantLasts>(staysConnected ? 'months' : 'once')
  const action = useAction(problems, 'apps.failed')
  const person = people.find((one) => one.personId === personId)
  const isOwn = person?.whose === 'own'
  const params = { askId }
  // The address belongs to the server, which sends the browser on to the app.
  const leave = ({ to }: { readonly to: string }) => location.assign(to)
  const isNone = parts.length === 0 && request.parts.length > 0
  const allow = () =>
    action.run(async () =>
      leave(
        await api.call(allowApp, {
          params,
          body: { personId, parts: [...parts], sensitive: sensitive && isOwn, lasts },
        }),
      ),
    )

  return (
    <div className={styles.form}>
      <p className={styles.about}>
        <AppMaker app={app} />
        <br />
        {t(app.isChecked ? 'apps.checked' : 'apps.unchecked')}
      </p>
      <AttestationText app={app} />
      {people.length > 1 && <PersonChoice people={people} personId={personId} onPerson={setPersonId} />}
      {request.parts.length === 0 ? (
        <p>{t('apps.asksNothing')}</p>
      ) : (
        <PartChoice asked={request.parts} chosen={parts} onChosen={setParts} />
      )}
      {isOwn && request.parts.length > 0 && (
        <div className={styles.apart}>
          <ExplainedCheckbox
            checked={sensitive}
            onValue={setSensitive}
            name={t('apps.sensitive')}
            hint={t('apps.sensitiveHint')}
          />
        </div>
      )}
      <RadioGroup
        label={t('apps.lasts')}
        hint={staysConnected ? t('apps.stays') : undefined}
        value={lasts}
        onValue={setLasts}
        options={allLasts.map((value) => ({ value, label: t(`apps.lasts.${value}`) }))}
      />
      <p className={lettering.muted}>{t('apps.keepInMind')}</p>
      <Problem text={person === undefined ? 'apps.nobody' : action.problem} flush />
      <div className={formStyles.actions}>
        <Button busy={action.busy} disabled={isNone || person === undefined} onClick={allow}>
          {t('apps.allow')}
        </Button>
        <Button
          variant="secondary"
          busy={action.busy}
          onClick={() => action.run(async () => leave(await api.call(declineApp, { params })))}
        >
          {t('apps.decline')}
        </Button>
      </div>
      <NotYou name={`${request.firstName} ${request.lastName}`} />
    </div>
  )
}

interface PersonChoiceProps {
  readonly people: Request['people']
  readonly personId: string
  readonly onPerson: (personId: string) => void
}

/** Whose data an app gets: the person's own, or that of someone for whom they decide. */
function PersonChoice({ people, personId, onPerson }: PersonChoiceProps) {
  const t = useText()
  return (
    <RadioGroup
      label={t('apps.whose')}
      value={personId}
      onValue={onPerson}
      options={people.map((one) => ({
        value: one.personId,
        label: (
          <>
            <bdi>{`${one.firstName} ${one.lastName}`}</bdi>{' '}
            <span className={lettering.muted}>{t(`apps.access.${one.whose}`)}</span>
          </>
        ),
      }))}
    />
  )
}

interface PartChoiceProps {
  /** What the app asks for. */
  readonly asked: readonly Part[]
  readonly chosen: readonly Part[]
  readonly onChosen: (parts: readonly Part[]) => void
}

function PartChoice({ asked, chosen, onChosen }: PartChoiceProps) {
  const t = useText()
  const toggle = (part: Part, on: boolean) =>
    onChosen(asked.filter((one) => (one === part ? on : chosen.includes(one))))
  return (
    <FieldGroup label={t('apps.parts')} error={chosen.length === 0 ? t('apps.partsNone') : undefined}>
      {asked.map((part) => (
        <ExplainedCheckbox
          key={part}
          checked={chosen.includes(part)}
          onValue={(on) => toggle(part, on)}
          name={t(`apps.part.${part}`)}
          hint={t(`apps.partHint.${part}`)}
        />
      ))}
    </FieldGroup>
  )
}

interface ExplainedCheckboxProps extends Pick<CheckboxProps, 'checked' | 'onValue'> {
  readonly name: string
  readonly hint: string
}

function ExplainedCheckbox({ name, hint, ...box }: ExplainedCheckboxProps) {
  const label = (
    <>
      {name} <span className={lettering.muted}>{hint}</span>
    </>
  )
  return <Checkbox {...box} label={label} />
}

/** Someone else at the same computer signs in at this address. */
function NotYou({ name }: { readonly name: string }) {
  const t = useText()
  const action = useAction({}, 'apps.failed')
  return (
    <p className={lettering.muted}>
      {t('apps.signedIn', { name })}{' '}
      <Button
        variant="quiet"
        busy={action.busy}
        onClick={() =>
          action.run(async () => {
            await clearSession()
            location.reload()
          })
        }
      >
        {t('apps.notYou')}
      </Button>
    </p>
  )
}

export const view: View = { title: 'apps.view', Component: ConnectApp }
