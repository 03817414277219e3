import type { BrandsWing } from '../brands/wing.ts'
import type { IdentityWing } from '../identity/wing.ts'
import type { MailingWing } from '../mailing/wing.ts'
import type { Ground } from '../platform/ground.ts'
import type { Binder } from '../platform/http/bind.ts'
import type { EobJob } from './claims/eob.ts'
import { createEobs, eobThread } from './claims/eob-service.ts'
import { bindClaims } from './claims/routes.ts'
import { cardThread } from './coverage/card-file.ts'
import type { CardJob } from './coverage/card-picture.ts'
import { bindCoverage } from './coverage/routes.ts'
import type { ReportJob } from './data-export/report.ts'
import { bindDataExport, reportThread } from './data-export/routes.ts'
import { bindHealthRecord } from './health-record/routes.ts'
import { createFormularies } from './medicines/formularies.ts'
import { bindMedicines } from './medicines/routes.ts'
import { bindMemberInformation } from './member/information-routes.ts'
import { bindMember } from './member/routes.ts'
import { bindNotifications } from './notifications/routes.ts'
import { bindPeople } from './people/routes.ts'
import { createGuardianProofs } from './registration/guardian-proofs.ts'
import { createGuardianSignIn } from './registration/guardian-sign-in.ts'
import { createPendingRegistrations } from './registration/pending.ts'
import { bindRegistration } from './registration/routes.ts'
import { bindSharing } from './sharing/routes.ts'
import { bindSpending } from './spending/routes.ts'
import { bindWallet } from './wallet/routes.ts'
import { createWallets } from './wallet/wallets.ts'
import { loadWellness } from './wellness/content.ts'
import { bindWellness } from './wellness/routes.ts'

type House = Ground & BrandsWing & MailingWing & IdentityWing

export type MemberWing = ReturnType<typeof createMembers>

/** The capabilities around a plan's members. */
export function createMembers(house: House, deps: { readonly demoFormulary: Parameters<typeof createFormularies>[1] }) {
  const guardianProofs = createGuardianProofs(house)
  return {
    guardianProofs,
    guardianSignIn: createGuardianSignIn({ ...house, proofs: guardianProofs }),
    formularies: createFormularies(house.database, deps.demoFormulary),
  }
}

/** What the wings above provide to members: where somebody is, and who follows up on a lead. */
export interface MemberHooks {
  readonly whereabouts: Parameters<typeof bindMedicines>[1]['whereabouts']
  readonly leadIntake: Parameters<typeof bindRegistration>[1]['leadIntake']
}

export function bindMemberWing(binder: Binder, house: House & MemberWing, hooks: MemberHooks): void {
  const { config, contentDir, database, startJobThreads } = house
  bindMemberInformation(binder)
  bindClaims(binder, { ...house, eobs: createEobs({ ...house, eobs: startJobThreads<EobJob>(eobThread, 2) }) })
  const wellness = loadWellness(contentDir, house)
  bindSpending(binder, database, wellness)
  bindMedicines(binder, {
    ...house,
    canOrder: config.pharmacy !== null || config.demo,
    secret: config.pharmacy?.secret ?? null,
    whereabouts: hooks.whereabouts,
  })
  const wallets = createWallets(config.wallet, house.logger)
  const documents = startJobThreads<CardJob>(cardThread, 1)
  bindCoverage(binder, { ...house, documents, listWallets: wallets.listOffered })
  bindWallet(binder, { ...house, wallets })
  bindPeople(binder, house)
  bindDataExport(binder, { ...house, reports: startJobThreads<ReportJob>(reportThread, 2) })
  bindRegistration(binder, {
    ...house,
    leadIntake: hooks.leadIntake,
    pending: createPendingRegistrations(house.dataKey),
  })
  bindMember(binder, house)
  bindHealthRecord(binder)
  bindWellness(binder, wellness)
  bindNotifications(binder)
  bindSharing(binder)
}
