import { simulationLimits } from '@portico/contract/limits'
import { checkLoginId, normalizeLoginId } from '@portico/rules/validation/login-id'
import { type ComponentType, type FormEvent, useState } from 'react'
import { ApiError } from '../../base/api/error.ts'
import { usePage } from '../../base/page-state.tsx'
import { useNavigation } from '../../base/router/navigation.ts'
import { loadCatalogues } from '../../base/texts/load-catalogues.ts'
import { type Texts, useText, useTexts } from '../../base/texts/text.tsx'
import { FormFrame } from '../../kit/forms/form-frame.tsx'
import { useForm } from '../../kit/forms/use-form.ts'
import lettering from '../../kit/layout/lettering.module.css'
import { beginSimulationBeside, TabBlocked } from '../../session/acting/simulation.ts'
import { useDeskKeptAlive } from '../../session/acting/use-desk-kept-alive.ts'
import type { TemplateDialogProps } from '../../session/session/template-dialog.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './staff-home.module.css'

const { reason: reasonLimits, ticket: ticketLimits } = simulationLimits

/**
 * Asks for login ID, reason and ticket, then opens the member's portal in its own browser tab (CS-1). Typed values stay, whatever goes
 * wrong.
 */
export function HelpForm() {
  const t = useText()
  const { form, failed, opened, Prohibited, submit, closeProhibited } = useHelpForm()
  return (
    <>
      <p className={lettering.muted}>{t('staff.help.text')}</p>
      <FormFrame form={form} className={styles.form} onSubmit={submit}>
        <TextField
          {...form.field('loginId')}
          label={t('staff.help.loginId')}
          hint={t('staff.help.loginIdHint')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
        />
        <TextArea
          {...form.field('reason')}
          rows={3}
          label={t('staff.help.reason')}
          hint={t('staff.help.reasonHint')}
          maxLength={reasonLimits.max}
          required
        />
        <TextField
          {...form.field('ticket')}
          label={t('staff.help.ticket')}
          maxLength={ticketLimits.max}
          autoComplete="off"
          spellCheck={false}
          required
        />
        <p className={lettering.small}>{t('staff.help.audit')}</p>
        <div role="alert" className={styles.told}>
          {failed && (
            <Alert tone="danger" title={t('staff.problem.title')}>
              <p>{t(failed === 'blocked' ? 'workspace.act.blocked' : 'staff.problem.again')}</p>
            </Alert>
          )}
        </div>
        <div role="status" className={styles.told}>
          {opened !== null && (
            <Alert tone="success">
              <p>{t('workspace.act.opened', { name: opened })}</p>
            </Alert>
          )}
        </div>
        <Button type="submit" busy={form.busy} className={styles.action}>
          {t('staff.help.submit')}
        </Button>
      </FormFrame>
      {Prohibited && <Prohibited about="simulate-prohibited" onClose={closeProhibited} />}
    </>
  )
}

function useHelpForm() {
  const t = useText()
  const texts = useTexts()
  const { brand } = usePage()
  const { href } = useNavigation()
  const [failed, setFailed] = useState<'failed' | 'blocked' | null>(null)
  /** The person that the other tab shows. */
  const [opened, setOpened] = useState<string | null>(null)
  const keepAlive = useDeskKeptAlive()
  const [Prohibited, setProhibited] = useState<ComponentType<TemplateDialogProps> | null>(null)
  const form = useForm({
    id: 'help',
    initial: { loginId: '', reason: '', ticket: '' },
    secret: 'personal',
    label: (name) => t(`staff.help.${name}`),
    check: (name, values) => {
      const value = values[name].trim()
      if (name === 'loginId') return checkLoginId(normalizeLoginId(value))
      const params = name === 'reason' ? reasonLimits : ticketLimits
      return value.length >= params.min && value.length <= params.max
        ? null
        : { code: `staff.help.${name}Wrong`, params: { ...params } }
    },
  })

  const submit = async (event: FormEvent) => {
    setFailed(null)
    setOpened(null)
    try {
      const begun = await form.submit(event, async ({ loginId: typed, reason, ticket }) => {
        const loginId = normalizeLoginId(typed)
        const why = { reason: reason.trim(), ticket: ticket.trim() }
        await beginSimulationBeside({ brand, home: href('/'), loginId, ...why })
        return loginId
      })
      if (begun === null) return
      form.clear()
      setOpened(begun)
      keepAlive()
    } catch (error) {
      if (error instanceof TabBlocked) return setFailed('blocked')
      const status = error instanceof ApiError ? error.status : 0
      if (status === 404) form.tell({ loginId: { code: 'staff.help.unknown' } })
      else if (status === 403)
        loadProhibited(texts).then(
          (dialog) => setProhibited(() => dialog),
          () => setFailed('failed'),
        )
      else setFailed('failed')
    }
  }

  return { form, failed, opened, Prohibited, submit, closeProhibited: () => setProhibited(null) }
}

/** The modal of ER-12 with its texts, loaded when needed. */
async function loadProhibited(texts: Texts) {
  const [{ TemplateDialog }, catalogue] = await Promise.all([
    import('../../session/session/template-dialog.tsx'),
    loadCatalogues(['errors'], texts.language),
  ])
  texts.add(catalogue)
  return TemplateDialog
}
