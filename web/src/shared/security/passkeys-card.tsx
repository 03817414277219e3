import { removePasskey } from '@portico/contract/calls/account-security'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useActsForPerson } from '../../base/page-state.tsx'
import { useMomentFormat } from '../../base/texts/moment.tsx'
import { useText } from '../../base/texts/text.tsx'
import { useHydrated } from '../../base/use-hydrated.ts'
import { ConfirmDialog } from '../../kit/forms/confirm-dialog.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import styles from '../../kit/forms/screen.module.css'
import lettering from '../../kit/layout/lettering.module.css'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { makePasskey } from './make-passkey.ts'
import { RenameDialog } from './rename-dialog.tsx'
import type { AccountSecurity, SecurityCardProps } from './security.tsx'

type Passkey = AccountSecurity['passkeys'][number]

/** The person's passkeys: add, rename, remove (RG-4). */
export function PasskeysCard({ security, onChange }: SecurityCardProps) {
  const t = useText()
  const { passkeys, offered } = security
  const adding = useAction({
    NotAllowedError: 'account.passkeys.notMade',
    InvalidStateError: 'account.passkeys.there',
    CONFLICT: 'account.passkeys.conflict',
    'CHALLENGE-EXPIRED': 'account.passkeys.late',
  })
  const [renaming, setRenaming] = useState<Passkey | null>(null)
  const [removing, setRemoving] = useState<Passkey | null>(null)
  const mayChange = !useActsForPerson()
  // Only the browser itself can tell.
  const supported = useHydrated() && 'PublicKeyCredential' in window
  if (!offered.passkeys && passkeys.length === 0) return null

  const add = () =>
    adding.run(async () => {
      const passkey = await makePasskey(t)
      onChange('account.passkeys.added')
      setRenaming(passkey)
    })

  return (
    <Card title={t('account.passkeys.title')}>
      <p className={styles.text}>{t('account.passkeys.about')}</p>
      {passkeys.length > 0 && (
        <ul className={styles.items} aria-label={t('account.passkeys.title')}>
          {passkeys.map((passkey) => (
            <PasskeyItem
              key={passkey.passkeyId}
              passkey={passkey}
              {...(mayChange && { onRename: setRenaming, onRemove: setRemoving })}
            />
          ))}
        </ul>
      )}
      {mayChange && offered.passkeys && (
        <div className={styles.actions}>
          {supported ? (
            <Button variant="secondary" busy={adding.busy} icon={<KeyRound aria-hidden="true" />} onClick={add}>
              {t('account.passkeys.add')}
            </Button>
          ) : (
            <p className={styles.text}>{t('account.passkeys.unsupported')}</p>
          )}
        </div>
      )}
      <Problem text={adding.problem} />
      {renaming && (
        <RenameDialog
          passkey={renaming}
          onClose={() => setRenaming(null)}
          onDone={() => {
            setRenaming(null)
            onChange('account.passkeys.renamed')
          }}
        />
      )}
      <ConfirmDialog
        open={removing !== null}
        title={t('account.passkeys.removeTitle', { name: removing?.name })}
        text={t('account.passkeys.removeText')}
        action={t('account.remove')}
        onClose={() => setRemoving(null)}
        onConfirm={async () => {
          if (removing === null) return
          await api.call(removePasskey, { params: { passkeyId: removing.passkeyId } })
          onChange('account.passkeys.removed')
        }}
      />
    </Card>
  )
}

interface PasskeyItemProps {
  readonly passkey: Passkey
  readonly onRename?: (passkey: Passkey) => void
  readonly onRemove?: (passkey: Passkey) => void
}

function PasskeyItem({ passkey, onRename, onRemove }: PasskeyItemProps) {
  const t = useText()
  const format = useMomentFormat()
  const { name, createdAt, lastUsedAt } = passkey
  const date = format.date(createdAt)
  return (
    <li className={styles.item}>
      <span className={styles.icon}>
        <KeyRound aria-hidden="true" />
      </span>
      <div>
        <p className={styles.name}>{name}</p>
        <p className={lettering.small}>
          {t('account.passkeys.created', { date })}
          {' · '}
          {lastUsedAt === null
            ? t('account.passkeys.neverUsed')
            : t('account.passkeys.used', { date: format.date(lastUsedAt) })}
        </p>
      </div>
      {onRename && onRemove && (
        <div className={styles.itemActions}>
          <Button
            variant="quiet"
            aria-label={t('account.passkeys.renameOne', { name, date })}
            onClick={() => onRename(passkey)}
          >
            {t('account.rename')}
          </Button>
          <Button
            variant="quiet"
            aria-label={t('account.passkeys.removeOne', { name, date })}
            onClick={() => onRemove(passkey)}
          >
            {t('account.remove')}
          </Button>
        </div>
      )}
    </li>
  )
}
