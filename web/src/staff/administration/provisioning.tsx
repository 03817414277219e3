import type { PayloadOf } from '@portico/contract/call'
import { endScimToken, readProvisioning } from '@portico/contract/calls/provisioning'
import { useRef, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { useMomentFormat } from '../../base/texts/moment.tsx'
import { useText } from '../../base/texts/text.tsx'
import { ConfirmDialog } from '../../kit/forms/confirm-dialog.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './administration.module.css'
import { ProvisionedGroup } from './provisioned-group.tsx'
import { TokenForm } from './token-form.tsx'
import { brandNames } from './types.ts'

export type ProvisioningOverview = PayloadOf<typeof readProvisioning>
type Token = ProvisioningOverview['tokens'][number]
type NameOf = (code: string) => string

const load = (signal: AbortSignal) => api.call(readProvisioning, { signal })
const tones = { waiting: 'warning', active: 'success', ended: 'neutral' } as const

/** Identity providers that manage people here: their tokens, the rights of their groups, and their latest requests (OS-67, OS-69). */
export function Provisioning() {
  const t = useText()
  const { value, last, failed, reload } = useLoaded(load)
  const [making, setMaking] = useState(false)
  const [said, setSaid] = useState('')
  const make = useRef<HTMLButtonElement>(null)
  const shown = value ?? last
  if (shown === null) return failed ? <ErrorState onRetry={reload} /> : <Skeleton shape="block" />
  const formatBrand = brandNames(shown.brands, t('administration.brands.all'))
  const announce = (words: string) => {
    setSaid(words)
    reload()
  }
  return (
    <div className={styles.side}>
      <p className={lettering.key}>{t('administration.provisioning.text')}</p>
      <p role="status" className={styles.said}>
        {said}
      </p>
      <Card title={t('administration.tokens')}>
        {shown.tokens.length === 0 && <p className={lettering.key}>{t('administration.tokens.none')}</p>}
        <Tokens tokens={shown.tokens} formatBrand={formatBrand} onDone={announce} />
        {making ? (
          <TokenForm
            giving={shown}
            onMade={reload}
            onClose={() => {
              setMaking(false)
              make.current?.focus()
            }}
          />
        ) : (
          <Button ref={make} variant="secondary" onClick={() => setMaking(true)}>
            {t('administration.token.make')}
          </Button>
        )}
      </Card>
      <Card title={t('administration.groups')}>
        <p className={lettering.key}>{t('administration.groups.text')}</p>
        {shown.groups.length === 0 && <p>{t('administration.groups.none')}</p>}
        <ul className={styles.plain}>
          {shown.groups.map((group) => (
            <ProvisionedGroup
              key={group.groupId}
              group={group}
              giving={shown}
              formatBrand={formatBrand}
              onDone={announce}
            />
          ))}
        </ul>
      </Card>
      <Card title={t('administration.scim-calls')}>
        <Calls calls={shown.calls} formatBrand={formatBrand} />
      </Card>
    </div>
  )
}

interface TokensProps {
  readonly tokens: readonly Token[]
  readonly formatBrand: NameOf
  readonly onDone: (words: string) => void
}

function Tokens({ tokens, formatBrand, onDone }: TokensProps) {
  const t = useText()
  const format = useMomentFormat()
  const [ending, setEnding] = useState<Token | null>(null)
  const end = async () => {
    if (ending === null) return
    await api.call(endScimToken, { params: { tokenId: ending.tokenId } })
    onDone(t('administration.token.ended'))
  }
  return (
    <>
      <ul className={styles.plain}>
        {tokens.map((token) => (
          <li key={token.tokenId} className={styles.session}>
            <div>
              <p className={styles.badges}>
                <bdi className={lettering.name}>{token.name}</bdi>
                <Badge tone={tones[token.state]}>{t(`administration.token.state.${token.state}`)}</Badge>
              </p>
              <p>
                {t(`administration.token.for.${token.audience}`, { brand: formatBrand(token.brand) })}{' '}
                {t(token.invites ? 'administration.token.invites' : 'administration.token.invites-not')}
              </p>
              <p className={lettering.key}>
                {t('administration.token.made', { at: format.dateTime(token.madeAt) })}{' '}
                {token.usedAt === null
                  ? t('administration.token.unused')
                  : t('administration.token.used', { at: format.dateTime(token.usedAt) })}
              </p>
            </div>
            {token.state !== 'ended' && (
              <Button
                variant="quiet"
                aria-label={t('administration.token.end-named', { name: token.name })}
                onClick={() => setEnding(token)}
              >
                {t('administration.token.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={ending !== null}
        title={t('administration.token.end')}
        text={t('administration.token.end-text')}
        action={t('administration.token.end')}
        onClose={() => setEnding(null)}
        onConfirm={end}
      />
    </>
  )
}

function Calls({
  calls,
  formatBrand,
}: {
  readonly calls: ProvisioningOverview['calls']
  readonly formatBrand: NameOf
}) {
  const t = useText()
  const format = useMomentFormat()
  if (calls.length === 0) return <p className={lettering.key}>{t('administration.scim-calls.none')}</p>
  return (
    <ul className={styles.plain}>
      {calls.map(({ callId, at, token, brand, method, what, status, detail }) => (
        <li key={callId} className={styles.session}>
          <div>
            <p className={styles.badges}>
              <code className={styles.code}>
                {method} {what} {status}
              </code>
              {status >= 400 && <Badge tone="danger">{t('administration.scim-calls.refused')}</Badge>}
            </p>
            {detail !== null && (
              <p lang="en" dir="ltr">
                {detail}
              </p>
            )}
            <p className={lettering.key}>
              {t('administration.scim-calls.by', { at: format.dateTime(at), token, brand: formatBrand(brand) })}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
