import type { BrandsWing } from '../brands/wing.ts'
import type { IdentityHooks, IdentityWing } from '../identity/wing.ts'
import type { MailingWing } from '../mailing/wing.ts'
import type { MessagesWing } from '../messages/wing.ts'
import type { Ground } from '../platform/ground.ts'
import type { Binder } from '../platform/http/bind.ts'
import { bindBrandConsole } from './brands/routes.ts'
import { createContentConsole } from './content/console.ts'
import { bindConsoles } from './content/routes.ts'
import { createSettingConsole } from './content/setting-console.ts'
import { bindLanguages } from './languages/routes.ts'
import { type Instance, startHeartbeat } from './oversight/instances.ts'
import { bindOversight } from './oversight/routes.ts'
import { settleArrivedGroups } from './scim/arriving.ts'
import { createProvisioning } from './scim/create.ts'
import { bindAccounts } from './staff/accounts.ts'
import { createStaffKeeping } from './staff/keeping.ts'
import { bindStaffPeople } from './staff/people.ts'
import { bindWorkspace } from './workspace/routes.ts'
import { loadSenders } from './workspace/senders.ts'

/** Applies the groups that a provider names at a sign-in (OS-67). */
export function createGroupArrival(
  house: Ground & IdentityWing & MailingWing & BrandsWing,
): IdentityHooks['settleGroups'] {
  const parts = { ...house, keeping: createStaffKeeping(house) }
  return (arrived, context) => settleArrivedGroups(parts, arrived, context)
}

/** Creates people at their first sign-in, if a connection says so (OS-61). */
export function createPersonMaking(house: Ground & IdentityWing & MailingWing): IdentityHooks['making'] {
  return createStaffKeeping(house)
}

/** The consoles of those who answer, those who write texts, and those who administer. */
export async function bindStaffWing(
  binder: Binder,
  house: Ground & BrandsWing & MailingWing & IdentityWing & MessagesWing,
  /** Reports that this instance is running (AD-5); null: no reports. */
  instance: Instance | null,
): Promise<void> {
  const { app, config, contentSource, logger, mailStreams, database, version } = house
  bindWorkspace(binder, { ...house, content: contentSource, senders: loadSenders(house) })
  const keeping = createStaffKeeping(house)
  const provisioning = createProvisioning({ ...house, keeping })
  await provisioning.bind(app, binder)
  bindStaffPeople(binder, { ...house, keeping, settleProvisioning: provisioning.settle })
  bindBrandConsole(binder, house)
  bindLanguages(binder, house)
  bindAccounts(binder, { ...house, keeping })
  bindOversight(binder, { ...house, instance })
  if (instance !== null) {
    const heartbeat = startHeartbeat({ database, instance, version, streams: () => mailStreams.count(), logger })
    app.addHook('onClose', () => heartbeat.stop())
  }
  const surroundings = { sessionIdleMs: config.sessionIdleS * 1000, scriptOrigins: config.scriptOrigins }
  bindConsoles(
    binder,
    createContentConsole({ ...house, source: contentSource }),
    createSettingConsole({ ...house, surroundings }),
  )
}
