import type { PayloadOf } from '@portico/contract/call'
import {
  accountSecurity,
  endDevice,
  endOtherDevices,
  forgetDevice,
  listDevices,
} from '@portico/contract/calls/account-security'
import { type ReactNode, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { useActsForPerson } from '../../base/page-state.tsx'
import type { MessageId } from '../../base/texts/catalogues.ts'
import { useMomentFormat } from '../../base/texts/moment.tsx'
import { fullMoment } from '../../base/texts/moment-label.ts'
import { useText } from '../../base/texts/text.tsx'
import { useNow } from '../../base/use-now.ts'
import { ConfirmDialog } from '../../kit/forms/confirm-dialog.tsx'
import styles from '../../kit/forms/screen.module.css'
import { Screen } from '../../kit/forms/screen.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DeviceIcon } from './device-icon.tsx'
import { deviceName } from './device-name.ts'

type Device = PayloadOf<typeof listDevices>['devices'][number]
type RememberedDevice = PayloadOf<typeof accountSecurity>['rememberedDevices'][number]

async function load(signal: AbortSignal) {
  const [{ devices, keptElsewhere }, { rememberedDevices, offered }] = await Promise.all([
    api.call(listDevices, { signal }),
    api.call(accountSecurity, { signal }),
  ])
  return { devices, keptElsewhere, rememberedDevices, offered }
}

/** Where the person is signed in, and which browsers do not need codes (RG-3, RG-4). */
export function Devices() {
  const t = useText()
  const loaded = useLoaded(load)
  const [done, setDone] = useState<string | null>(null)
  const onChange = (what: MessageId, values: Readonly<Record<string, unknown>> = {}) => {
    setDone(t(what, values))
    loaded.reload()
  }
  return (
    <Screen title="account.devices.title" about="account.devices.about" loaded={loaded} done={done}>
      {({ devices, keptElsewhere, rememberedDevices, offered }) => (
        <>
          <SignedIn devices={devices} keptElsewhere={keptElsewhere} onChange={onChange} />
          {(offered.rememberDevice || rememberedDevices.length > 0) && (
            <RememberedDevices devices={rememberedDevices} onChange={onChange} />
          )}
        </>
      )}
    </Screen>
  )
}

interface ListProps<One> {
  readonly devices: readonly One[]
  readonly onChange: (done: MessageId, values?: Readonly<Record<string, unknown>>) => void
}

interface SignedInProps extends ListProps<Device> {
  /** Whether another phone keeps the person's ID cards. */
  readonly keptElsewhere?: boolean
}

export function SignedIn({ devices, keptElsewhere = false, onChange }: SignedInProps) {
  const t = useText()
  const format = useMomentFormat()
  const { moment: now } = useNow()
  const [ending, setEnding] = useState<Device | null>(null)
  const [endingAll, setEndingAll] = useState(false)
  const mayChange = !useActsForPerson()
  const lastActive = ({ lastActiveAt }: Device) => fullMoment(format, lastActiveAt, now)
  const others = devices.filter(({ current }) => !current)
  return (
    <Card title={t('account.signedIn.title')}>
      <ul className={styles.items} aria-label={t('account.signedIn.title')}>
        {devices.map((device) => {
          const since = t('account.signedIn.since', {
            time: fullMoment(format, device.signedInAt, now),
            method: t(`account.method.${device.method}`),
          })
          const time = lastActive(device)
          const active = device.current ? t('account.signedIn.activeNow') : t('account.signedIn.lastActive', { time })
          return (
            <Item key={device.sessionId} device={device} details={[since, active]}>
              {mayChange && !device.current && (
                <Button
                  variant="quiet"
                  aria-label={t('account.signedIn.endOne', { name: deviceName(device, t), time })}
                  onClick={() => setEnding(device)}
                >
                  {t('account.signedIn.end')}
                </Button>
              )}
            </Item>
          )
        })}
      </ul>
      {others.length === 0 && <p className={styles.text}>{t('account.signedIn.none')}</p>}
      {keptElsewhere && <p className={styles.text}>{t('account.signedIn.kept')}</p>}
      {(others.length > 0 || keptElsewhere) && mayChange && (
        <div className={styles.actions}>
          <Button variant="secondary" onClick={() => setEndingAll(true)}>
            {t('account.signedIn.endAll')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={ending !== null}
        title={t('account.signedIn.endTitle', { name: ending ? deviceName(ending, t) : '' })}
        text={t('account.signedIn.endText', { time: ending ? lastActive(ending) : '' })}
        action={t('account.signedIn.end')}
        onClose={() => setEnding(null)}
        onConfirm={async () => {
          if (ending === null) return
          await api.call(endDevice, { params: { sessionId: ending.sessionId } })
          onChange('account.signedIn.ended', { count: 1 })
        }}
      />
      <ConfirmDialog
        open={endingAll}
        title={t('account.signedIn.endAllTitle')}
        text={t('account.signedIn.endAllText')}
        action={t('account.signedIn.endAll')}
        onClose={() => setEndingAll(false)}
        onConfirm={async () => {
          const { ended } = await api.call(endOtherDevices)
          onChange('account.signedIn.ended', { count: ended })
        }}
      />
    </Card>
  )
}

export function RememberedDevices({ devices, onChange }: ListProps<RememberedDevice>) {
  const t = useText()
  const format = useMomentFormat()
  const { moment: now } = useNow()
  const [forgetting, setForgetting] = useState<RememberedDevice | null>(null)
  const mayChange = !useActsForPerson()
  return (
    <Card title={t('account.remembered.title')}>
      <p className={styles.text}>{t(devices.length === 0 ? 'account.remembered.none' : 'account.remembered.about')}</p>
      {devices.length > 0 && (
        <ul className={styles.items} aria-label={t('account.remembered.title')}>
          {devices.map((device) => {
            const time = fullMoment(format, device.rememberedAt, now)
            return (
              <Item
                key={device.deviceId}
                device={device}
                details={[t('account.remembered.until', { time, date: format.dateLong(device.expiresAt) })]}
              >
                {mayChange && (
                  <Button
                    variant="quiet"
                    aria-label={t('account.remembered.forgetOne', { name: deviceName(device, t), time })}
                    onClick={() => setForgetting(device)}
                  >
                    {t('account.remembered.forget')}
                  </Button>
                )}
              </Item>
            )
          })}
        </ul>
      )}
      <ConfirmDialog
        open={forgetting !== null}
        title={t('account.remembered.forgetTitle', { name: forgetting ? deviceName(forgetting, t) : '' })}
        text={t('account.remembered.forgetText')}
        action={t('account.remembered.forget')}
        onClose={() => setForgetting(null)}
        onConfirm={async () => {
          if (forgetting === null) return
          await api.call(forgetDevice, { params: { deviceId: forgetting.deviceId } })
          onChange('account.remembered.forgotten')
        }}
      />
    </Card>
  )
}

/** One of the person's browsers: its name, some details, and what can be done. */
function Item({
  device,
  details,
  children,
}: {
  readonly device: Device | RememberedDevice
  readonly details: readonly string[]
  readonly children: ReactNode
}) {
  const t = useText()
  return (
    <li className={styles.item}>
      <span className={styles.icon}>
        <DeviceIcon kind={device.kind} />
      </span>
      <div>
        <p className={styles.name}>
          {deviceName(device, t)}
          {device.current && <Badge tone="success">{t('account.thisDevice')}</Badge>}
        </p>
        {details.map((line) => (
          <p key={line} className={lettering.small}>
            {line}
          </p>
        ))}
      </div>
      {children && <div className={styles.itemActions}>{children}</div>}
    </li>
  )
}
