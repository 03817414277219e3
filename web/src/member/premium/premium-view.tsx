import { premiumBills } from '@portico/contract/calls/premium'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { useRoute } from '../../base/router/navigation.ts'
import type { View } from '../../base/router/view.ts'
import type { MessageId } from '../../base/texts/catalogues.ts'
import { useText } from '../../base/texts/text.tsx'
import { FailedCard } from '../../kit/layout/failed-card.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { CardSkeleton } from '../../ui/card-skeleton.tsx'
import { Account } from './account.tsx'
import { CameBack } from './came-back.tsx'
import { MethodCameBack } from './method-came-back.tsx'
import { MethodsCard } from './methods-card.tsx'
import { NoBills } from './no-bills.tsx'
import styles from './premium-view.module.css'
import { ToldCard } from './told-card.tsx'

/** What coverage costs: what is owed and when it is due, the bills, and the payments (MP-18). */
function Premium() {
  const t = useText()
  const [done, setDone] = useState<MessageId | null>(null)
  const [begun, setBegun] = useState<string | null>(null)
  const { params } = useRoute()
  const {
    value: premium,
    loading,
    failed,
    reload,
    refresh,
  } = useLoaded((signal, background) => api.call(premiumBills, { signal, background }))
  // The id of a payment or payment method reveals nothing about anyone.
  const showDone = (what: MessageId | null) => {
    setDone(what)
    reload()
  }
  const paymentId = begun ?? params.payment ?? null
  const methodId = params.method ?? null
  return (
    <Page
      title={t('premium.title')}
      about={t('premium.about')}
      status={loading && premium === null ? t('premium.loading') : done !== null && t(done)}
    >
      {paymentId !== null && <CameBack key={paymentId} paymentId={paymentId} onSettled={refresh} />}
      {methodId !== null && done === null && <MethodCameBack methodId={methodId} onSettled={refresh} />}
      {failed && <FailedCard onRetry={reload} />}
      {premium !== null ? (
        premium.state === 'loaded' ? (
          premium.accounts.map((account, at) => (
            <Account
              key={account.accountId}
              account={account}
              methods={premium.methods}
              onChange={showDone}
              onBegun={setBegun}
            >
              {at === 0 && <MethodsCard premium={premium} onChange={showDone} />}
            </Account>
          ))
        ) : (
          <NoBills premium={premium} />
        )
      ) : (
        !failed && <Loading />
      )}
      {premium !== null && <ToldCard told={premium.told} />}
    </Page>
  )
}

function Loading() {
  return (
    <div className={styles.columns} aria-busy="true">
      {[0, 1].map((card) => (
        <CardSkeleton key={card} />
      ))}
    </div>
  )
}

export const view: View = { title: 'premium.title', Component: Premium }
