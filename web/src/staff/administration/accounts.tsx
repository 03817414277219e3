import { findAccounts } from '@portico/contract/calls/administration'
import { type FormEvent, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useText } from '../../base/texts/text.tsx'
import { FormFrame } from '../../kit/forms/form-frame.tsx'
import { Options } from '../../kit/forms/options.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import { useForm } from '../../kit/forms/use-form.ts'
import lettering from '../../kit/layout/lettering.module.css'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AccountCards } from './account-cards.tsx'
import styles from './administration.module.css'

const ways = ['login-id', 'member-number', 'email'] as const
type Found = Awaited<ReturnType<typeof find>>

const find = (by: (typeof ways)[number], text: string) => api.call(findAccounts, { body: { by, text } })

/** Members' accounts (AD-3), found by details that a member can give on the phone. Typed values stay in memory. */
export function AccountSearch() {
  const t = useText()
  const [found, setFound] = useState<Found['accounts'] | null>(null)
  const [open, setOpen] = useState<string | null>(null)
  const [failed, setFailed] = useState(false)
  const form = useForm({
    id: 'find-account',
    initial: { by: 'login-id', text: '' },
    secret: 'personal',
    label: (name) => t(`administration.accounts.${name}`),
    check: (name, values) => (name === 'text' && values.text.trim() === '' ? { code: 'field.required' } : null),
  })
  const submit = async (event: FormEvent) => {
    setFailed(false)
    try {
      const answer = await form.submit(event, ({ by, text }) =>
        find(ways.find((way) => way === by) ?? 'login-id', text),
      )
      if (answer === null) return
      setFound(answer.accounts)
      setOpen(answer.accounts.length === 1 ? (answer.accounts[0]?.accountId ?? null) : null)
    } catch {
      setFailed(true)
    }
  }
  return (
    <>
      <p className={lettering.key}>{t('administration.accounts.text')}</p>
      <FormFrame form={form} className={styles.search} onSubmit={submit}>
        <Select {...form.field('by')} label={t('administration.accounts.by')}>
          <Options of={ways} text={(way) => t(`administration.accounts.by.${way}`)} />
        </Select>
        <TextField
          {...form.field('text')}
          label={t('administration.accounts.text-label')}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          required
        />
        <Button type="submit" busy={form.busy}>
          {t('administration.search')}
        </Button>
      </FormFrame>
      <Problem text={failed ? 'administration.failed' : null} />
      <div role="status">
        {found?.length === 0 && (
          <EmptyState title={t('administration.accounts.none')} text={t('administration.accounts.none-text')} />
        )}
        {found !== null && found.length > 0 && <p>{t('administration.accounts.several', { count: found.length })}</p>}
      </div>
      <ul className={styles.rows}>
        {found?.map((account) => (
          <li key={account.accountId} className={styles.row}>
            <div>
              <p className={lettering.name}>{account.name}</p>
              <p className={lettering.key}>{account.loginId}</p>
            </div>
            <p className={styles.small}>
              {account.memberNumber === null
                ? t(`administration.role.${account.role}`)
                : t('administration.accounts.number', { number: account.memberNumber })}
            </p>
            <p className={styles.small}>{account.email ?? t('administration.unknown')}</p>
            <Button
              variant="secondary"
              aria-expanded={open === account.accountId}
              aria-label={t('administration.accounts.open-named', { name: account.name })}
              onClick={() => setOpen(open === account.accountId ? null : account.accountId)}
            >
              {t('administration.accounts.open')}
            </Button>
          </li>
        ))}
      </ul>
      {open !== null && <AccountCards key={open} accountId={open} />}
    </>
  )
}
