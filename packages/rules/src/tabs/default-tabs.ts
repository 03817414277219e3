import type { Tab, TabId, TabVariant } from './types.ts'

const tab = (id: TabId, label: string, url: string, icon: string): Tab => ({
  id,
  label,
  text: null,
  url,
  icon,
  showText: true,
  active: false,
  linkTarget: '_self',
})

const home = tab('navHome', 'tabs.home', '/mbr/#!/landing', 'house')
const claims = tab('navClaims', 'tabs.claims', '/login/#/claims/activitySummary', 'receipt-text')
const spending = tab('navSpending', 'tabs.spending', '/spa/#/spendingSummary', 'wallet')
const findDoctor = tab('navFindDoctor', 'tabs.findDoctor', '/login/#/finder', 'stethoscope')
const wellness = tab('navWellness', 'tabs.wellness', '/login/#/wellness', 'heart-pulse')

/**
 * The tabs that a brand has unless its configuration says otherwise (HD-2, HD-3), before any are removed. The address of Home
 * depends on the brand (homeUrl); Coverage's label and address come from the content service.
 */
export const DEFAULT_TABS: Readonly<Record<TabVariant, readonly Tab[]>> = {
  desktop: [
    home,
    tab('navPayPremium', 'tabs.payPremium', '/login/#/ebill', 'credit-card'),
    tab('navCoverage', 'tabs.coverage', '', 'shield-check'),
    claims,
    spending,
    tab('navClaimsSpending', 'tabs.claimsSpending', '/login/#/claims-and-spending', 'chart-pie'),
    findDoctor,
    tab('navPrescriptions', 'tabs.prescriptions', '/login/#/prescriptions', 'pill'),
    wellness,
    tab('navForms', 'tabs.forms', '/login/#/claims/educational-materials', 'file-text'),
  ],
  mobile: [home, { ...claims, url: '/mhs/#/activitySummary' }, { ...spending, url: '/spa' }, findDoctor, wellness],
}
