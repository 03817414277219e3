import type { Language } from '@portico/contract/page'
import type { BrandsWing } from '../brands/wing.ts'
import type { IdentityWing } from '../identity/wing.ts'
import type { MailingWing } from '../mailing/wing.ts'
import type { MemberWing } from '../member/wing.ts'
import type { Ground } from '../platform/ground.ts'
import type { Binder } from '../platform/http/bind.ts'
import { bindAgencyAdmin } from './agencies/admin.ts'
import { bindAgencies } from './agencies/routes.ts'
import { bindClients } from './clients/routes.ts'
import { createLeadIntake } from './leads/intake.ts'
import { bindLeads } from './leads/routes.ts'
import { bindAutopay } from './premium/autopay.ts'
import type { PremiumJob } from './premium/document.ts'
import { bindPremiumDocuments, premiumThread } from './premium/documents.ts'
import { createFirstPremiums } from './premium/first-premium.ts'
import { createMethods } from './premium/methods.ts'
import { bindPaymentNotices } from './premium/notices.ts'
import { createPayments } from './premium/payments.ts'
import { bindPremium } from './premium/routes.ts'
import { bindProposals } from './proposals/routes.ts'
import { createShop } from './shop/create.ts'

type House = Ground & BrandsWing & MailingWing & IdentityWing & MemberWing

/** Plans for sale, and the payments for them. */
export function createSales(house: House) {
  const { brands } = house
  const findBrandName = (brand: string, language: Language) => brands.requireLoaded(brand).texts[language].name
  return {
    leadIntake: createLeadIntake(house),
    payments: createPayments({ ...house, findBrandName }),
    methods: createMethods({ ...house, findBrandName }),
  }
}

/** Returns a function with which the pages read what somebody has begun to buy. */
export function bindSalesWing(binder: Binder, house: House & ReturnType<typeof createSales>) {
  const { app, gateway, startJobThreads } = house
  bindPaymentNotices(app, house)
  bindPremium(binder, house)
  bindPremiumDocuments(binder, { ...house, documents: startJobThreads<PremiumJob>(premiumThread, 1) })
  bindAutopay(binder, { emails: house.emails, gateway: gateway?.name ?? null })
  bindLeads(binder, { ...house, intake: house.leadIntake })
  const shop = createShop(binder, { ...house, firstPremiums: createFirstPremiums(house) })
  app.addHook('onClose', () => shop.close())
  bindAgencies(binder, house.brands)
  bindAgencyAdmin(binder)
  bindClients(binder, house)
  bindProposals(binder, { ...house, territory: shop.territory, quotes: shop.quotes, shopper: shop.shopper })
  return { readMyShopping: shop.readMyShopping }
}
