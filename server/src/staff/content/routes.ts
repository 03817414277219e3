import * as consoleCalls from '@portico/contract/calls/content-console'
import * as settingCalls from '@portico/contract/calls/settings'
import type { Binder } from '../../platform/http/bind.ts'
import type { ContentConsole } from './console.ts'
import type { SettingConsole } from './setting-console.ts'

/** Texts and settings, for those who change them (CT-5, CT-9). */
export function bindConsoles(binder: Binder, desk: ContentConsole, settings: SettingConsole): void {
  binder.bind(consoleCalls.contentItems, ({ query }, asking) => desk.list(asking, query))
  binder.bind(consoleCalls.contentVersions, ({ body }, asking) => desk.versions(asking, body))
  binder.bind(consoleCalls.writeContent, ({ body }, asking) => desk.write(asking, body))
  binder.bind(consoleCalls.stepContent, ({ body }, asking) => desk.step(asking, body))
  binder.bind(consoleCalls.releaseContent, ({ body }, asking) => desk.release(asking, body))
  binder.bind(consoleCalls.contentReleases, (_input, asking) => desk.releases(asking))
  binder.bind(consoleCalls.undoRelease, ({ body }, asking) => desk.undo(asking, body))
  binder.bind(consoleCalls.explainContentFor, ({ body }, asking) => desk.explain(asking, body))

  binder.bind(settingCalls.settings, ({ query }, asking) => settings.list(asking, query.brand))
  binder.bind(settingCalls.changeSetting, ({ params, body }, asking) => settings.change(asking, params, body))
  binder.bind(settingCalls.decideSetting, ({ params, body }, asking) => settings.decide(asking, params, body))
  binder.bind(settingCalls.settingHistory, ({ params }, asking) => settings.history(asking, params))
}
