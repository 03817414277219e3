/** Parts of the shell for signed-in people only; a separate chunk, loaded with the page if there is a session. */
export { AccountMenu } from './account-menu.tsx'
export { ChatClosing, ChatLink, FloatingChat } from './chat.tsx'
export { Envelope } from './envelope.tsx'
export { GroupMenu } from './groups.tsx'
export { SearchBox } from './search-box.tsx'
export { SessionCheck } from './session-check.tsx'
