import { changeScimGroup } from '@portico/contract/calls/provisioning'
import { type FormEvent, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useText } from '../../base/texts/text.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import styles from './administration.module.css'
import type { ProvisioningOverview } from './provisioning.tsx'
import { type Rights, RightsFields } from './rights-fields.tsx'

interface ProvisionedGroupProps {
  readonly group: ProvisioningOverview['groups'][number]
  readonly giving: ProvisioningOverview
  readonly formatBrand: (code: string) => string
  readonly onDone: (words: string) => void
}

/** A group of an identity provider, and the rights it grants; it says whom a change would affect before the change is requested (OS-67). */
export function ProvisionedGroup({ group, giving, formatBrand, onDone }: ProvisionedGroupProps) {
  const t = useText()
  const [rights, setRights] = useState<Rights | null>(null)
  const action = useAction(
    {
      'FIELD-INVALID': 'administration.brands.wrong',
      CONFLICT: 'administration.last',
      'NOT-FOUND': 'administration.groups.gone',
    },
    'administration.failed',
  )
  const { groupId, name, brand, people, names, entitlements, brands } = group
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (rights === null) return
    let words = ''
    const isDone = await action.run(async () => {
      const body = { entitlements: rights.entitlements, brands: rights.brands }
      const { outcome } = await api.call(changeScimGroup, { params: { groupId }, body })
      words = t(outcome === 'done' ? 'administration.groups.changed' : 'administration.waits')
    })
    if (!isDone) return
    setRights(null)
    onDone(words)
  }
  const listed = names.length < people ? [...names, '…'] : names
  return (
    <li className={styles.session}>
      <div>
        <p className={styles.badges}>
          <bdi className={lettering.name}>{name}</bdi>
          {entitlements.length === 0 && brands.length === 0 && (
            <Badge tone="neutral">{t('administration.groups.nothing')}</Badge>
          )}
          {entitlements.map((one) => (
            <Badge key={one} tone="warning">
              {t(`administration.entitlement.${one}`)}
            </Badge>
          ))}
          {brands.map((code) => (
            <Badge key={code} tone="info">
              {formatBrand(code)}
            </Badge>
          ))}
        </p>
        <p className={lettering.key}>
          {t('administration.groups.people', { people, brand: formatBrand(brand) })} <bdi>{listed.join(', ')}</bdi>
        </p>
      </div>
      {rights === null ? (
        <Button
          variant="quiet"
          aria-label={t('administration.groups.change-named', { name })}
          onClick={() => setRights({ kind: 'other', entitlements, brands })}
        >
          {t('administration.groups.change')}
        </Button>
      ) : (
        <form method="post" className={styles.form} onSubmit={submit}>
          <RightsFields rights={rights} giving={giving} onChange={setRights} />
          <p>{t('administration.groups.means', { people })}</p>
          <Problem text={action.problem} />
          <div className={styles.buttons}>
            <Button type="submit" busy={action.busy}>
              {t('administration.groups.save')}
            </Button>
            <Button variant="quiet" onClick={() => setRights(null)}>
              {t('form.cancel')}
            </Button>
          </div>
        </form>
      )}
    </li>
  )
}
