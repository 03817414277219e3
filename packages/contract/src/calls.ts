import * as brand from './calls/brand.ts'
import * as config from './calls/config.ts'
import * as identity from './calls/identity.ts'
import * as member from './calls/member.ts'
import * as messages from './calls/messages.ts'

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
  getUserInfo: identity.getUserInfo,
  updateProfile: identity.updateProfile,
  getRatingInfo: identity.getRatingInfo,
  putRatingInfo: identity.putRatingInfo,
  memberToken: identity.memberToken,
  producerToken: identity.producerToken,
  currentUser: member.currentUser,
  vendorDetails: member.vendorDetails,
  overview: member.overview,
  selectGroup: member.selectGroup,
  publicConfig: config.publicConfig,
  secureConfig: config.secureConfig,
  listMessages: messages.listMessages,
  openMessage: messages.openMessage,
  countUnread: messages.countUnread,
  messageCategories: messages.messageCategories,
  addMessage: messages.addMessage,
  setReadFlag: messages.setReadFlag,
} as const

export type CallName = keyof typeof calls
