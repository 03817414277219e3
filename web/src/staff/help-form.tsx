import { simulationLimits } from '@portico/contract/limits'
import { checkLoginId, normalizeLoginId } from '@portico/rules/validation/login-id'
import { type ComponentType, type FormEvent, useRef, useState } from 'react'
import { beginSimulation } from '../acting/simulation.ts'
import { ApiError } from '../api/error.ts'
import { loadCatalogues } from '../messages/catalogues.ts'
import { type Texts, useText, useTexts } from '../messages/text.tsx'
import { usePage } from '../page-state.tsx'
import { useNavigation } from '../router/navigation.ts'
import type { TemplateDialogProps } from '../sign-in/template-dialog.tsx'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { TextField } from '../ui/text-field.tsx'
import { fieldValue, focusField } from './form-fields.ts'
import styles from './staff-home.module.css'

const names = ['loginId', 'reason', 'ticket'] as const
type Problems = Partial<Record<(typeof names)[number], string>>
const { reason: reasonLimits, ticket: ticketLimits } = simulationLimits

/** Login ID, reason and ticket: then the page is the member's (CS-1). What is typed stays whatever goes wrong. */
export function HelpForm() {
  const t = useText()
  const texts = useTexts()
  const { brand } = usePage()
  const { href } = useNavigation()
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const [Prohibited, setProhibited] = useState<ComponentType<TemplateDialogProps> | null>(null)

  const check = (given: Record<keyof Problems, string>): Problems => {
    const loginId = checkLoginId(given.loginId)
    const isWithin = (text: string, { min, max }: typeof reasonLimits | typeof ticketLimits) =>
      text.length >= min && text.length <= max
    return {
      ...(loginId && { loginId: t(loginId.code, loginId.params) }),
      ...(!isWithin(given.reason, reasonLimits) && { reason: t('staff.help.reasonWrong', reasonLimits) }),
      ...(!isWithin(given.ticket, ticketLimits) && { ticket: t('staff.help.ticketWrong', ticketLimits) }),
    }
  }

  const tell = (form: HTMLFormElement, found: Problems) => {
    setProblems(found)
    focusField(
      form,
      names.find((name) => found[name]),
    )
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (running.current) return
    const form = event.currentTarget
    const given = {
      loginId: normalizeLoginId(fieldValue(form, 'loginId')),
      reason: fieldValue(form, 'reason').trim(),
      ticket: fieldValue(form, 'ticket').trim(),
    }
    const found = check(given)
    setFailed(false)
    tell(form, found)
    if (Object.keys(found).length > 0) return

    running.current = true
    setBusy(true)
    try {
      await beginSimulation({ brand, home: href('/'), ...given })
    } catch (error) {
      running.current = false
      setBusy(false)
      const status = error instanceof ApiError ? error.status : 0
      if (status === 404) tell(form, { loginId: t('staff.help.unknown') })
      else if (status === 403)
        loadProhibited(texts).then(
          (dialog) => setProhibited(() => dialog),
          () => setFailed(true),
        )
      else setFailed(true)
    }
  }

  return (
    <>
      <p className={styles.muted}>{t('staff.help.text')}</p>
      <form method="post" noValidate className={styles.form} onSubmit={submit} aria-busy={busy}>
        <TextField
          name="loginId"
          label={t('staff.help.loginId')}
          hint={t('staff.help.loginIdHint')}
          error={problems.loginId}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
        />
        <TextArea
          name="reason"
          rows={3}
          label={t('staff.help.reason')}
          hint={t('staff.help.reasonHint')}
          error={problems.reason}
          maxLength={reasonLimits.max}
          required
        />
        <TextField
          name="ticket"
          label={t('staff.help.ticket')}
          error={problems.ticket}
          maxLength={ticketLimits.max}
          autoComplete="off"
          spellCheck={false}
          required
        />
        <p className={styles.small}>{t('staff.help.audit')}</p>
        <div role="alert" className={styles.told}>
          {failed && (
            <Alert tone="danger" title={t('staff.problem.title')}>
              <p>{t('staff.problem.again')}</p>
            </Alert>
          )}
        </div>
        <Button type="submit" busy={busy} className={styles.action}>
          {t('staff.help.submit')}
        </Button>
      </form>
      {Prohibited && <Prohibited about="simulate-prohibited" onClose={() => setProhibited(null)} />}
    </>
  )
}

/** The modal of ER-12 with its texts, fetched when it is needed. */
async function loadProhibited(texts: Texts) {
  const [{ TemplateDialog }, catalogue] = await Promise.all([
    import('../sign-in/template-dialog.tsx'),
    loadCatalogues(['errors'], texts.language),
  ])
  texts.add(catalogue)
  return TemplateDialog
}
