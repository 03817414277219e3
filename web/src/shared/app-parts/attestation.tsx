import type { PayloadOf } from '@portico/contract/call'
import type { readAppRequest } from '@portico/contract/calls/apps'
import { useText } from '../../base/texts/text.tsx'
import { Alert } from '../../ui/alert.tsx'
import styles from './attestation.module.css'

export type AppView = PayloadOf<typeof readAppRequest>['app']

/** An app's statement about privacy (OS-37), and a warning if it makes none, or a bad one. */
export function AttestationText({ app }: { readonly app: AppView }) {
  const t = useText()
  const { attestation } = app
  if (attestation === null) {
    return (
      <Alert tone="warning">
        <p>{t('apps.attests.none')}</p>
      </Alert>
    )
  }
  const { sells, keepsMonths, deletes, hipaa } = attestation
  return (
    <Alert tone={sells ? 'warning' : 'info'}>
      <ul className={styles.said}>
        <li>{t(sells ? 'apps.attests.sells' : 'apps.attests.sellsNot')}</li>
        <li>{keepsMonths === null ? t('apps.attests.keepsLong') : t('apps.attests.keeps', { months: keepsMonths })}</li>
        <li>{t(deletes ? 'apps.attests.deletes' : 'apps.attests.keepsNot')}</li>
        <li>{t(hipaa ? 'apps.attests.hipaa' : 'apps.attests.noHipaa')}</li>
      </ul>
    </Alert>
  )
}

/** An app's maker and where to read more; we do not vouch for its address. */
export function AppMaker({ app }: { readonly app: AppView }) {
  const t = useText()
  const links = [
    ['apps.site', app.homeUrl],
    ['apps.policy', app.policyUrl],
  ] as const
  return (
    <>
      <bdi>{t('apps.by', { maker: app.maker })}</bdi>
      {links.map(
        ([text, address]) =>
          address !== null && (
            <span key={text}>
              {' · '}
              <a href={address} target="_blank" rel="noreferrer noopener">
                {t(text)}
              </a>
            </span>
          ),
      )}
    </>
  )
}
