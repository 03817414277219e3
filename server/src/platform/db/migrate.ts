import { sql } from 'kysely'
import type { Database } from './database.ts'
import { up as portal } from './migrations/0001-portal.ts'
import { up as sessions } from './migrations/0002-sessions.ts'
import { up as content } from './migrations/0003-content.ts'
import { up as memberInfo } from './migrations/0004-member-info.ts'
import { up as tagCounts } from './migrations/0005-tag-counts.ts'
import { up as attachments } from './migrations/0007-attachments.ts'
import { up as mailbox } from './migrations/0008-mailbox.ts'
import { up as live } from './migrations/0009-live.ts'
import { up as workspace } from './migrations/0010-workspace.ts'
import { up as recovery } from './migrations/0011-recovery.ts'
import { up as account } from './migrations/0012-account.ts'
import { up as staffDrafts } from './migrations/0013-staff-drafts.ts'
import { up as registration } from './migrations/0014-registration.ts'
import { up as guardians } from './migrations/0015-guardians.ts'
import { up as savedRegistrations } from './migrations/0017-saved-registrations.ts'
import { up as people } from './migrations/0018-people.ts'
import { up as conversations } from './migrations/0019-conversations.ts'
import { up as limits } from './migrations/0020-limits.ts'
import { up as record } from './migrations/0021-record.ts'
import { up as importRows } from './migrations/0022-import-rows.ts'
import { up as staff } from './migrations/0023-staff.ts'
import { up as medication } from './migrations/0024-medication.ts'
import { up as settings } from './migrations/0025-settings.ts'
import { up as importLease } from './migrations/0026-import-lease.ts'
import { up as spending } from './migrations/0027-spending.ts'
import { up as messageClaims } from './migrations/0028-message-claims.ts'
import { up as administration } from './migrations/0029-administration.ts'
import { up as factorDue } from './migrations/0030-factor-due.ts'
import { up as plans } from './migrations/0031-plans.ts'
import { up as agencies } from './migrations/0032-agencies.ts'
import { up as medicines } from './migrations/0033-medicines.ts'
import { up as premiums } from './migrations/0034-premiums.ts'
import { up as shopPlans } from './migrations/0035-shop-plans.ts'
import { up as shop } from './migrations/0036-shop.ts'
import { up as forms } from './migrations/0037-forms.ts'
import { up as rates } from './migrations/0038-rates.ts'
import { up as orders } from './migrations/0039-orders.ts'
import { up as leads } from './migrations/0044-leads.ts'
import { up as payments } from './migrations/0045-payments.ts'
import { up as directory } from './migrations/0046-directory.ts'
import { up as contentVersions } from './migrations/0049-content-versions.ts'
import { up as agencyClients } from './migrations/0051-agency-clients.ts'
import { up as letters } from './migrations/0052-letters.ts'
import { up as formulary } from './migrations/0053-formulary.ts'
import { up as costEstimates } from './migrations/0054-cost-estimates.ts'
import { up as premiumNotices } from './migrations/0056-premium-notices.ts'
import { up as wellness } from './migrations/0060-wellness.ts'
import { up as proposals } from './migrations/0061-proposals.ts'
import { up as firstPremiums } from './migrations/0063-first-premiums.ts'
import { up as shopRows } from './migrations/0064-shop-rows.ts'
import { up as contentMark } from './migrations/0065-content-mark.ts'
import { up as autopay } from './migrations/0067-autopay.ts'
import { up as medicineReminders } from './migrations/0068-medicine-reminders.ts'
import { up as accountNotices } from './migrations/0071-account-notices.ts'
import { up as replyTexts } from './migrations/0072-reply-texts.ts'
import { steps as contracts } from './migrations/0073-contracts.ts'
import { up as importAlive } from './migrations/0075-import-alive.ts'
import { up as guardianDay } from './migrations/0076-guardian-day.ts'
import { up as emailsOfMembers } from './migrations/0078-emails-of-members.ts'
import { up as cartsOfBrands } from './migrations/0079-carts-of-brands.ts'
import { steps as claimsReplaced } from './migrations/0080-claims-replaced.ts'
import { up as correctionsOfPlaces } from './migrations/0082-corrections-of-places.ts'
import { up as smallGroups } from './migrations/0084-small-groups.ts'
import { up as answering } from './migrations/0086-answering.ts'
import { steps as agentInvitations } from './migrations/0090-agent-invitations.ts'
import { steps as derivedCoverage } from './migrations/0091-derived-coverage.ts'
import { steps as claimsReplacing } from './migrations/0092-claims-replacing.ts'
import { steps as namesOfProviders } from './migrations/0093-names-of-providers.ts'
import { up as sensitiveCodes } from './migrations/0100-sensitive-codes.ts'
import { steps as claimsByNumber } from './migrations/0101-claims-by-number.ts'
import { up as claimsTakingBack } from './migrations/0104-claims-taking-back.ts'
import { steps as memberNumbers } from './migrations/0107-member-numbers.ts'
import { steps as formularyDays } from './migrations/0110-formulary-days.ts'
import { steps as oldSessions } from './migrations/0113-old-sessions.ts'
import { up as disputedPayments } from './migrations/0114-disputed-payments.ts'
import { steps as savedShoppingOfAccounts } from './migrations/0121-saved-shopping-of-accounts.ts'
import { up as x12 } from './migrations/0123-x12.ts'
import { up as x12Feeds } from './migrations/0124-x12-feeds.ts'
import { steps as decisionsOfClaims } from './migrations/0127-decisions-of-claims.ts'
import { steps as beforeRemovals } from './migrations/0128-before-removals.ts'
import { up as fhirShelf } from './migrations/0133-fhir-shelf.ts'
import { steps as fhirAgain } from './migrations/0134-fhir-again.ts'
import { steps as fhirVersions } from './migrations/0135-fhir-versions.ts'
import { up as apps } from './migrations/0139-apps.ts'
import { steps as claimsSentTwice } from './migrations/0145-claims-sent-twice.ts'
import { up as identityConnections } from './migrations/0150-identity-connections.ts'
import { steps as sessionsByProvider } from './migrations/0151-sessions-by-provider.ts'
import { up as provisioning } from './migrations/0154-provisioning.ts'
import { steps as shopDrafts } from './migrations/0158-shop-drafts.ts'
import { up as settingRequests } from './migrations/0161-setting-requests.ts'
import { steps as invitationsWaiting } from './migrations/0164-invitations-waiting.ts'
import { up as erasing } from './migrations/0167-erasing.ts'
import { steps as drugsOfAllLists } from './migrations/0172-drugs-of-all-lists.ts'
import { steps as auditForward } from './migrations/0180-audit-forward.ts'
import { up as sharing } from './migrations/0185-sharing.ts'
import { up as systemClients } from './migrations/0186-system-clients.ts'
import { up as exchange } from './migrations/0187-exchange.ts'
import { up as earlierPlans } from './migrations/0188-earlier-plans.ts'
import { steps as approvalMoments } from './migrations/0191-approval-moments.ts'
import { up as yearReports } from './migrations/0192-year-reports.ts'
import { up as auditArchive } from './migrations/0200-audit-archive.ts'
import { steps as shownByMoment } from './migrations/0201-shown-by-moment.ts'
import { up as extracts } from './migrations/0202-extracts.ts'
import { steps as groupsBySignIn } from './migrations/0211-groups-by-sign-in.ts'
import { steps as takenBack } from './migrations/0220-taken-back.ts'
import { up as paidBy } from './migrations/0227-paid-by.ts'
import { up as scopeWords } from './migrations/0228-scope-words.ts'
import { steps as beforePlansAndPrices } from './migrations/0230-before-plans-and-prices.ts'
import { steps as dataRequests } from './migrations/0231-data-requests.ts'
import { steps as deskHistory } from './migrations/0235-desk-history.ts'
import { up as authorizationRequests } from './migrations/0240-authorization-requests.ts'
import { steps as earlierOnShelf } from './migrations/0241-earlier-on-shelf.ts'
import { steps as basisForm } from './migrations/0242-basis-form.ts'
import { up as auditSeals } from './migrations/0246-audit-seals.ts'
import { steps as hostsOfApps } from './migrations/0255-hosts-of-apps.ts'
import { steps as samlSigning } from './migrations/0275-saml-signing.ts'
import { up as brandVersions } from './migrations/0285-brand-versions.ts'
import { steps as payers } from './migrations/0290-payers.ts'
import { steps as auditMonths } from './migrations/0300-audit-months.ts'
import { steps as actingBeside } from './migrations/0315-acting-beside.ts'
import { steps as withdrawnBrands } from './migrations/0335-withdrawn-brands.ts'
import { steps as feedParts } from './migrations/0350-feed-parts.ts'
import { steps as x12Originals } from './migrations/0351-x12-originals.ts'
import { steps as keptCards } from './migrations/0360-kept-cards.ts'
import { steps as feedNotices } from './migrations/0380-feed-notices.ts'
import { steps as priceNotes } from './migrations/0440-price-notes.ts'
import { steps as reviewOfParties } from './migrations/0441-review-of-parties.ts'
import { steps as versionOfWaiting } from './migrations/0450-version-of-waiting.ts'
import { steps as citiesOfDirectories } from './migrations/0451-cities-of-directories.ts'
import { steps as partiesByNumber } from './migrations/0460-parties-by-number.ts'
import { steps as languageMarks } from './migrations/0470-language-marks.ts'
import { steps as proposalsReached } from './migrations/0490-proposals-reached.ts'
import { steps as medicareNumbers } from './migrations/0500-medicare-numbers.ts'
import { steps as namesOfDirectories } from './migrations/0530-names-of-directories.ts'
import { steps as recordsOfAccounts } from './migrations/0570-records-of-accounts.ts'
import { steps as limitsAgain } from './migrations/0580-limits-again.ts'
import { up as receivedDirectory } from './migrations/0640-received-directory.ts'
import { steps as claimsByNumberAndMember } from './migrations/0650-claims-by-number-and-member.ts'
import { up as receivedFormulary } from './migrations/0660-received-formulary.ts'
import { steps as priceFiles } from './migrations/0680-price-files.ts'
import { steps as peopleApart } from './migrations/0681-people-apart.ts'
import { steps as payersOfPayments } from './migrations/0682-payers-of-payments.ts'
import { steps as sessionsThatView } from './migrations/0690-sessions-that-view.ts'
import { steps as plansOfPriceFiles } from './migrations/0701-plans-of-price-files.ts'
import { steps as severalNumbers } from './migrations/0702-several-numbers.ts'
import { steps as numbersOfCoverages } from './migrations/0703-numbers-of-coverages.ts'
import { steps as daysOfDeath } from './migrations/0704-days-of-death.ts'
import { up as formerKin } from './migrations/0705-former-kin.ts'
import { steps as wordsOfPayments } from './migrations/0706-words-of-payments.ts'
import { steps as careOfBalances } from './migrations/0707-care-of-balances.ts'
import { type Migration, runMigrations } from './migrator.ts'

/** In the order in which they landed, which was not always that of their numbers: a new one is the last. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-portal': { up: portal },
  '0002-sessions': { up: sessions },
  '0003-content': { up: content },
  '0004-member-info': { up: memberInfo },
  '0005-tag-counts': { up: tagCounts },
  '0008-mailbox': { up: mailbox },
  '0009-live': { up: live },
  '0007-attachments': { up: attachments },
  '0010-workspace': { up: workspace },
  '0011-recovery': { up: recovery },
  '0012-account': { up: account },
  '0013-staff-drafts': { up: staffDrafts },
  '0014-registration': { up: registration },
  '0015-guardians': { up: guardians },
  '0017-saved-registrations': { up: savedRegistrations },
  '0018-people': { up: people },
  '0019-conversations': { up: conversations },
  '0020-limits': { up: limits },
  '0021-record': { up: record },
  '0022-import-rows': { up: importRows },
  '0023-staff': { up: staff },
  '0024-medication': { up: medication },
  '0025-settings': { up: settings },
  '0026-import-lease': { up: importLease },
  '0027-spending': { up: spending },
  '0028-message-claims': { up: messageClaims },
  '0029-administration': { up: administration },
  '0030-factor-due': { up: factorDue },
  '0031-plans': { up: plans },
  '0032-agencies': { up: agencies },
  '0033-medicines': { up: medicines },
  '0034-premiums': { up: premiums },
  '0035-shop-plans': { up: shopPlans },
  '0036-shop': { up: shop },
  '0037-forms': { up: forms },
  '0038-rates': { up: rates },
  '0039-orders': { up: orders },
  '0044-leads': { up: leads },
  '0045-payments': { up: payments },
  '0046-directory': { up: directory },
  '0049-content-versions': { up: contentVersions },
  '0051-agency-clients': { up: agencyClients },
  '0052-letters': { up: letters },
  '0053-formulary': { up: formulary },
  '0054-cost-estimates': { up: costEstimates },
  '0056-premium-notices': { up: premiumNotices },
  '0060-wellness': { up: wellness },
  '0071-account-notices': { up: accountNotices },
  '0065-content-mark': { up: contentMark },
  '0061-proposals': { up: proposals },
  '0067-autopay': { up: autopay },
  '0068-medicine-reminders': { up: medicineReminders },
  '0063-first-premiums': { up: firstPremiums },
  '0064-shop-rows': { up: shopRows },
  '0072-reply-texts': { up: replyTexts },
  '0073-contracts': { steps: contracts },
  '0079-carts-of-brands': { up: cartsOfBrands },
  '0075-import-alive': { up: importAlive },
  '0076-guardian-day': { up: guardianDay },
  '0078-emails-of-members': { up: emailsOfMembers },
  '0084-small-groups': { up: smallGroups },
  '0080-claims-replaced': { steps: claimsReplaced },
  '0090-agent-invitations': { steps: agentInvitations },
  '0086-answering': { up: answering },
  '0082-corrections-of-places': { up: correctionsOfPlaces },
  '0091-derived-coverage': { steps: derivedCoverage },
  '0092-claims-replacing': { steps: claimsReplacing },
  '0093-names-of-providers': { steps: namesOfProviders },
  '0110-formulary-days': { steps: formularyDays },
  '0100-sensitive-codes': { up: sensitiveCodes },
  '0104-claims-taking-back': { up: claimsTakingBack },
  '0121-saved-shopping-of-accounts': { steps: savedShoppingOfAccounts },
  '0101-claims-by-number': { steps: claimsByNumber },
  '0107-member-numbers': { steps: memberNumbers },
  '0113-old-sessions': { steps: oldSessions },
  '0114-disputed-payments': { up: disputedPayments },
  '0133-fhir-shelf': { up: fhirShelf },
  '0134-fhir-again': { steps: fhirAgain },
  '0123-x12': { up: x12 },
  '0127-decisions-of-claims': { steps: decisionsOfClaims },
  '0139-apps': { up: apps },
  '0128-before-removals': { steps: beforeRemovals },
  '0145-claims-sent-twice': { steps: claimsSentTwice },
  '0124-x12-feeds': { up: x12Feeds },
  '0135-fhir-versions': { steps: fhirVersions },
  '0161-setting-requests': { up: settingRequests },
  '0167-erasing': { up: erasing },
  '0172-drugs-of-all-lists': { steps: drugsOfAllLists },
  '0164-invitations-waiting': { steps: invitationsWaiting },
  '0150-identity-connections': { up: identityConnections },
  '0151-sessions-by-provider': { steps: sessionsByProvider },
  '0158-shop-drafts': { steps: shopDrafts },
  '0180-audit-forward': { steps: auditForward },
  '0154-provisioning': { up: provisioning },
  '0185-sharing': { up: sharing },
  '0191-approval-moments': { steps: approvalMoments },
  '0200-audit-archive': { up: auditArchive },
  '0201-shown-by-moment': { steps: shownByMoment },
  '0186-system-clients': { up: systemClients },
  '0202-extracts': { up: extracts },
  '0192-year-reports': { up: yearReports },
  '0211-groups-by-sign-in': { steps: groupsBySignIn },
  '0255-hosts-of-apps': { steps: hostsOfApps },
  '0187-exchange': { up: exchange },
  '0188-earlier-plans': { up: earlierPlans },
  '0227-paid-by': { up: paidBy },
  '0228-scope-words': { up: scopeWords },
  '0220-taken-back': { steps: takenBack },
  '0240-authorization-requests': { up: authorizationRequests },
  '0246-audit-seals': { up: auditSeals },
  '0230-before-plans-and-prices': { steps: beforePlansAndPrices },
  '0231-data-requests': { steps: dataRequests },
  '0241-earlier-on-shelf': { steps: earlierOnShelf },
  '0242-basis-form': { steps: basisForm },
  '0235-desk-history': { steps: deskHistory },
  '0290-payers': { steps: payers },
  '0275-saml-signing': { steps: samlSigning },
  '0285-brand-versions': { up: brandVersions },
  '0300-audit-months': { steps: auditMonths },
  '0315-acting-beside': { steps: actingBeside },
  '0335-withdrawn-brands': { steps: withdrawnBrands },
  '0360-kept-cards': { steps: keptCards },
  '0350-feed-parts': { steps: feedParts },
  '0351-x12-originals': { steps: x12Originals },
  '0380-feed-notices': { steps: feedNotices },
  '0450-version-of-waiting': { steps: versionOfWaiting },
  '0451-cities-of-directories': { steps: citiesOfDirectories },
  '0440-price-notes': { steps: priceNotes },
  '0441-review-of-parties': { steps: reviewOfParties },
  '0470-language-marks': { steps: languageMarks },
  '0460-parties-by-number': { steps: partiesByNumber },
  '0490-proposals-reached': { steps: proposalsReached },
  '0500-medicare-numbers': { steps: medicareNumbers },
  '0530-names-of-directories': { steps: namesOfDirectories },
  '0570-records-of-accounts': { steps: recordsOfAccounts },
  '0580-limits-again': { steps: limitsAgain },
  '0640-received-directory': { up: receivedDirectory },
  '0650-claims-by-number-and-member': { steps: claimsByNumberAndMember },
  '0680-price-files': { steps: priceFiles },
  '0681-people-apart': { steps: peopleApart },
  '0682-payers-of-payments': { steps: payersOfPayments },
  '0690-sessions-that-view': { steps: sessionsThatView },
  '0660-received-formulary': { up: receivedFormulary },
  '0701-plans-of-price-files': { steps: plansOfPriceFiles },
  '0702-several-numbers': { steps: severalNumbers },
  '0703-numbers-of-coverages': { steps: numbersOfCoverages },
  '0704-days-of-death': { steps: daysOfDeath },
  '0705-former-kin': { up: formerKin },
  '0706-words-of-payments': { steps: wordsOfPayments },
  '0707-care-of-balances': { steps: careOfBalances },
}

export const migrationNames: readonly string[] = Object.keys(migrations).sort()

/**
 * Brings the database up to date: runs the migrations that it lacks, even those numbered below ones already applied. Several instances may
 * try at once, and one does it. Throws the error of a failed migration.
 */
export async function migrate(database: Database): Promise<void> {
  if (!(await isUpToDate(database))) await runMigrations(database, migrations)
}

/** Checks with one statement, without a separate connection. A newer version may have applied more. */
async function isUpToDate({ read }: Database): Promise<boolean> {
  const { rows: tables } = await sql<{
    name: string | null
  }>`select to_regclass('kysely_migration')::text as name`.execute(read)
  if (tables[0]?.name == null) return false
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(read)
  const done = new Set(rows.map(({ name }) => name))
  return migrationNames.every((name) => done.has(name))
}
