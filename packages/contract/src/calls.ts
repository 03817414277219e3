import * as security from './calls/account-security.ts'
import * as attachments from './calls/attachments.ts'
import * as brand from './calls/brand.ts'
import * as config from './calls/config.ts'
import * as content from './calls/content.ts'
import * as drafts from './calls/drafts.ts'
import * as identity from './calls/identity.ts'
import * as live from './calls/live.ts'
import * as member from './calls/member.ts'
import * as messages from './calls/messages.ts'
import * as notifications from './calls/notifications.ts'
import * as passwords from './calls/passwords.ts'
import * as search from './calls/search.ts'
import * as session from './calls/session.ts'
import * as simulation from './calls/simulation.ts'
import * as tokens from './calls/tokens.ts'

/** Every call of the portal by name. The page imports single calls from `calls/…`, so that it carries only what it uses. */
export const calls = {
  brandOfZip: brand.brandOfZip,
  countiesOfZip: brand.countiesOfZip,
  ddTokenOfRegion: brand.ddTokenOfRegion,
  login: identity.login,
  userLogin: identity.userLogin,
  ltpaLogin: identity.ltpaLogin,
  logout: identity.logout,
  ltpaLogout: identity.ltpaLogout,
  validateSession: identity.validateSession,
  keepAlive: session.keepAlive,
  getSessionValue: session.getSessionValue,
  setSessionValue: session.setSessionValue,
  getUserInfo: identity.getUserInfo,
  updateProfile: identity.updateProfile,
  getRatingInfo: identity.getRatingInfo,
  putRatingInfo: identity.putRatingInfo,
  memberToken: tokens.memberToken,
  producerToken: tokens.producerToken,
  memberTokenDev: tokens.memberTokenDev,
  producerTokenDev: tokens.producerTokenDev,
  revokeMemberToken: tokens.revokeMemberToken,
  revokeProducerToken: tokens.revokeProducerToken,
  revokeMemberTokenDev: tokens.revokeMemberTokenDev,
  revokeProducerTokenDev: tokens.revokeProducerTokenDev,
  revokeToken: tokens.revokeToken,
  sessionCookies: tokens.sessionCookies,
  passwordStrength: passwords.passwordStrength,
  changePassword: passwords.changePassword,
  unlockAccount: passwords.unlockAccount,
  currentUser: member.currentUser,
  vendorDetails: member.vendorDetails,
  overview: member.overview,
  selectGroup: member.selectGroup,
  memberInfo: member.memberInfo,
  coverageEffectuation: member.coverageEffectuation,
  accountList: member.accountList,
  publicConfig: config.publicConfig,
  secureConfig: config.secureConfig,
  contentInfo: content.contentInfo,
  explainContent: content.explainContent,
  languageContent: content.languageContent,
  needHelp: content.needHelp,
  tooltips: content.tooltips,
  siteSearch: search.siteSearch,
  listMessages: messages.listMessages,
  openMessage: messages.openMessage,
  countUnread: messages.countUnread,
  messageCategories: messages.messageCategories,
  addMessage: messages.addMessage,
  setReadFlag: messages.setReadFlag,
  setDeleteFlag: messages.setDeleteFlag,
  mailEvents: live.mailEvents,
  searchMessages: messages.searchMessages,
  customerServicePhone: messages.customerServicePhone,
  retrieveAccountSettings: messages.retrieveAccountSettings,
  listDrafts: drafts.listDrafts,
  openDraft: drafts.openDraft,
  saveDraft: drafts.saveDraft,
  discardDraft: drafts.discardDraft,
  addAttachment: attachments.addAttachment,
  listAttachments: attachments.listAttachments,
  removeAttachment: attachments.removeAttachment,
  submitAttachments: attachments.submitAttachments,
  openAttachment: attachments.openAttachment,
  downloadAttachment: attachments.downloadAttachment,
  notificationChoices: notifications.notificationChoices,
  changeNotificationChoices: notifications.changeNotificationChoices,
  startSimulation: simulation.startSimulation,
  accountSecurity: security.accountSecurity,
  listDevices: security.listDevices,
  endDevice: security.endDevice,
  endOtherDevices: security.endOtherDevices,
  accessHistory: security.accessHistory,
  beginAuthenticator: security.beginAuthenticator,
  confirmAuthenticator: security.confirmAuthenticator,
  removeAuthenticator: security.removeAuthenticator,
  renewRecoveryCodes: security.renewRecoveryCodes,
  forgetDevice: security.forgetDevice,
  passkeyRegistration: security.passkeyRegistration,
  addPasskey: security.addPasskey,
  renamePasskey: security.renamePasskey,
  removePasskey: security.removePasskey,
  secondFactor: security.secondFactor,
  passkeySignInOptions: security.passkeySignInOptions,
  passkeySignIn: security.passkeySignIn,
  stepUpOptions: security.stepUpOptions,
  stepUp: security.stepUp,
} as const

export type CallName = keyof typeof calls
