import { listMedicines } from '@portico/contract/calls/medicines'
import { isOpenOrder } from '@portico/rules/medicines/orders'
import { Pill } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import type { View } from '../../base/router/view.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { Options } from '../../kit/forms/options.tsx'
import { FailedCard } from '../../kit/layout/failed-card.tsx'
import { FailedPart } from '../../kit/layout/failed-part.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Page } from '../../kit/layout/page.tsx'
import { PhoneLink } from '../../kit/phone/phone-link.tsx'
import { useMay } from '../../session/acting/use-may.ts'
import { Card } from '../../ui/card.tsx'
import { CardSkeleton } from '../../ui/card-skeleton.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { createPart, LazyPart } from '../../ui/lazy-part.tsx'
import { Select } from '../../ui/select.tsx'
import { ApprovalsCard } from './approvals-card.tsx'
import { MedicineCard } from './medicine-card.tsx'
import { OrdersCard } from './orders-card.tsx'
import styles from './prescriptions-view.module.css'
import type { MedicineData, MedicinesData, OrderData } from './types.ts'

/** Loaded after the rest. */
const drugs = createPart(async () => (await import('./drug-search.tsx')).DrugSearch)
const dialog = createPart(async () => (await import('./order-dialog.tsx')).OrderDialog)

/** The medicines of a member and their children (MP-15), and requests for more (MP-16). */
function Prescriptions() {
  const t = useText()
  // After a request, the list of requests is shown.
  const [asked, setAsked] = useState(false)
  const { value, loading, failed, reload, change } = useLoaded((signal) => api.call(listMedicines, { signal }), {
    ...(asked && { lookPause: 15_000 }),
  })
  const onAsked = (order: OrderData) => {
    setAsked(true)
    change((last) => ({ ...last, orders: [order, ...last.orders.filter(({ orderId }) => orderId !== order.orderId)] }))
  }
  return (
    <Page
      title={t('prescriptions.title')}
      about={t('prescriptions.about')}
      status={loading && t('prescriptions.loading')}
    >
      {value !== null ? (
        <Loaded data={value} onAsked={onAsked} />
      ) : failed ? (
        <FailedCard onRetry={reload} />
      ) : (
        <Loading />
      )}
    </Page>
  )
}

function Loaded({ data, onAsked }: { readonly data: MedicinesData; readonly onAsked: (order: OrderData) => void }) {
  const t = useText()
  const { dateLong } = useFormat()
  const mayWrite = useMay('write')
  // The chosen family member is not in the address.
  const [who, setWho] = useState('')
  const isShown = ({ person }: { readonly person: MedicineData['person'] }) => who === '' || person.memberId === who
  const medicines = data.medicines.filter(isShown)
  const isFamily = data.people.length > 1
  const [ordered, setOrdered] = useState<MedicineData | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const orders = data.orders.filter(isShown)
  const finish = (order: OrderData) => {
    setDone(order.receipt)
    onAsked(order)
  }
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        {isFamily && (
          <Select className={styles.who} label={t('prescriptions.who')} value={who} onValue={setWho}>
            <option value="">{t('prescriptions.everybody')}</option>
            <Options
              of={data.people}
              value={(one) => one.memberId}
              text={(one) => `${one.firstName} ${one.lastName}`}
            />
          </Select>
        )}
        <p role="status" className={styles.done}>
          {done !== null && t('prescriptions.order-done', { receipt: done })}
        </p>
        {ordered !== null && (
          <LazyPart
            part={dialog}
            props={{ medicine: ordered, open: true, onClose: () => setOrdered(null), onDone: finish }}
            renderFailed={(retry) => <FailedPart onRetry={retry} />}
          />
        )}
        <OrdersCard orders={orders} isFamily={isFamily} />
        {data.medicines.length === 0 ? (
          <Card>
            <EmptyState
              icon={<Pill />}
              title={t('prescriptions.none-title')}
              text={t('prescriptions.none')}
              action={<PhoneLink />}
            />
          </Card>
        ) : (
          <Medicines
            medicines={medicines}
            isFamily={isFamily}
            orders={orders}
            {...(data.mayOrder && { onOrder: setOrdered })}
          />
        )}
        {data.asOf !== null && (
          <p className={lettering.small}>{t('prescriptions.as-of', { day: dateLong(data.asOf) })}</p>
        )}
        <LazyPart part={drugs} props={{}} />
      </div>
      <div className={styles.column}>
        <ApprovalsCard approvals={data.authorizations.filter(isShown)} isFamily={isFamily} />
        <Card title={t('prescriptions.pharmacist')}>
          <p>{t('prescriptions.pharmacist-text')}</p>
          {mayWrite && (
            <p className={styles.more}>
              <Link to={links.writeToUs('prescriptions')}>{t('prescriptions.write')}</Link>
            </p>
          )}
        </Card>
      </div>
    </div>
  )
}

interface ListProps {
  readonly medicines: readonly MedicineData[]
  readonly isFamily: boolean
  readonly orders: readonly OrderData[]
  readonly onOrder?: (medicine: MedicineData) => void
}

function Medicines({ medicines, ...shared }: ListProps) {
  const { isFamily } = shared
  const t = useText()
  const taken = medicines.filter((one) => one.taken)
  const past = medicines.filter((one) => !one.taken)
  return (
    <>
      <section className={styles.section} aria-labelledby="taken">
        <h2 id="taken">{t(isFamily ? 'prescriptions.taking-family' : 'prescriptions.taking')}</h2>
        {taken.length === 0 ? <p>{t('prescriptions.taking-none')}</p> : <MedicineList medicines={taken} {...shared} />}
      </section>
      {past.length > 0 && (
        <section className={styles.section} aria-labelledby="past">
          <h2 id="past">{t('prescriptions.past')}</h2>
          <details className={styles.past}>
            <summary>{t('prescriptions.past-count', { count: past.length })}</summary>
            <MedicineList medicines={past} {...shared} />
          </details>
        </section>
      )}
    </>
  )
}

function MedicineList({ medicines, isFamily, orders, onOrder }: ListProps) {
  const findOpen = (medicine: MedicineData) =>
    orders.find((one) => one.medicineId === medicine.medicineId && one.lapsed !== true && isOpenOrder(one.state)) ??
    null
  return (
    // biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list
    <ul className={styles.list} role="list">
      {medicines.map((one) => (
        <li key={one.medicineId}>
          <MedicineCard medicine={one} isFamily={isFamily} order={findOpen(one)} onOrder={onOrder} />
        </li>
      ))}
    </ul>
  )
}

function Loading() {
  return (
    <div className={styles.columns} aria-busy="true">
      {[0, 1].map((column) => (
        <div key={column} className={styles.column}>
          {[0, 1].map((card) => (
            <CardSkeleton key={card} />
          ))}
        </div>
      ))}
    </div>
  )
}

export const view: View = { title: 'prescriptions.title', Component: Prescriptions }
