// Written by `app types` from the configuration. Do not change it: run `app types` again.
import type { Config, ServiceOf } from '@app/core'

declare module '@app/core' {
  interface ApplicationTypes {
    services: {
      '@app/core/Application': ServiceOf<typeof import('@app/core').ApplicationFactory>
      'log-in': ServiceOf<typeof import('../src/accounts/log-in.ts').logIn>
      'log-in.show': ServiceOf<typeof import('../src/accounts/log-in.ts').showLogIn>
      'log-out': ServiceOf<typeof import('../src/accounts/log-in.ts').logOut>
      'notice.create': ServiceOf<typeof import('../src/notices/write-notice.ts').writeNotice>
      'notice.list': ServiceOf<typeof import('../src/notices/list-notices.ts').listNotices>
      'notice.remove': ServiceOf<typeof import('../src/notices/show-notice.ts').removeNotice>
      'notice.show': ServiceOf<typeof import('../src/notices/show-notice.ts').showNotice>
      'notice.write': ServiceOf<typeof import('../src/notices/write-notice.ts').showWriteNotice>
      'noticeboard/access-log': ServiceOf<() => ReturnType<typeof import('@app/core/logging').accessLog>>
      'noticeboard/accounts': ServiceOf<typeof import('../src/accounts/accounts.ts').Accounts>
      'noticeboard/enter-team': ServiceOf<typeof import('../src/teams/enter-team.ts').enterTeam>
      'noticeboard/identify': ServiceOf<typeof import('../src/accounts/identity.ts').identify>
      'noticeboard/mailer': ServiceOf<() => ReturnType<typeof import('../src/mail/nodemailer.ts').createMailer>>
      'noticeboard/notices': ServiceOf<typeof import('../src/notices/notices.ts').Notices>
      'noticeboard/passwords': ServiceOf<() => InstanceType<typeof import('../src/accounts/passwords.ts').Passwords>>
      'noticeboard/sessions': ServiceOf<typeof import('../src/database/stored-sessions.ts').StoredSessions>
      'noticeboard/teams': ServiceOf<typeof import('../src/teams/teams.ts').Teams>
      password: ServiceOf<typeof import('../src/accounts/change-password.ts').changePassword>
      'password.show': ServiceOf<typeof import('../src/accounts/change-password.ts').showPassword>
      'sign-up': ServiceOf<typeof import('../src/accounts/sign-up.ts').signUp>
      'sign-up.show': ServiceOf<typeof import('../src/accounts/sign-up.ts').showSignUp>
      'team.add-member': ServiceOf<typeof import('../src/teams/members.ts').addMember>
      'team.found': ServiceOf<typeof import('../src/teams/show-teams.ts').foundTeam>
      'team.list': ServiceOf<typeof import('../src/teams/show-teams.ts').showTeams>
      'team.members': ServiceOf<typeof import('../src/teams/members.ts').showMembers>
      config: Config & ApplicationTypes['configuration']
    }
    otherServices: '@app/cookies' | '@app/csrf' | '@app/health' | '@app/rate-limit' | '@app/security-headers' | '@app/session' | '@app/static' | 'noticeboard/database' | 'noticeboard/database-check'
    injected: {
      'log-in': typeof import('../src/accounts/log-in.ts').logIn
      'notice.create': typeof import('../src/notices/write-notice.ts').writeNotice
      'notice.list': typeof import('../src/notices/list-notices.ts').listNotices
      'notice.remove': typeof import('../src/notices/show-notice.ts').removeNotice
      'notice.show': typeof import('../src/notices/show-notice.ts').showNotice
      'noticeboard/accounts': typeof import('../src/accounts/accounts.ts').Accounts
      'noticeboard/enter-team': typeof import('../src/teams/enter-team.ts').enterTeam
      'noticeboard/identify': typeof import('../src/accounts/identity.ts').identify
      'noticeboard/notices': typeof import('../src/notices/notices.ts').Notices
      'noticeboard/sessions': typeof import('../src/database/stored-sessions.ts').StoredSessions
      'noticeboard/teams': typeof import('../src/teams/teams.ts').Teams
      password: typeof import('../src/accounts/change-password.ts').changePassword
      'sign-up': typeof import('../src/accounts/sign-up.ts').signUp
      'team.add-member': typeof import('../src/teams/members.ts').addMember
      'team.found': typeof import('../src/teams/show-teams.ts').foundTeam
      'team.list': typeof import('../src/teams/show-teams.ts').showTeams
      'team.members': typeof import('../src/teams/members.ts').showMembers
    }
    routes: {
      'log-in': Readonly<Record<string, never>>
      'log-in.show': Readonly<Record<string, never>>
      'log-out': Readonly<Record<string, never>>
      'notice.create': { readonly team: string | number }
      'notice.list': { readonly team: string | number }
      'notice.remove': { readonly team: string | number; readonly id: string | number }
      'notice.show': { readonly team: string | number; readonly id: string | number }
      'notice.write': { readonly team: string | number }
      password: Readonly<Record<string, never>>
      'password.show': Readonly<Record<string, never>>
      'sign-up': Readonly<Record<string, never>>
      'sign-up.show': Readonly<Record<string, never>>
      'team.add-member': { readonly team: string | number }
      'team.found': Readonly<Record<string, never>>
      'team.list': Readonly<Record<string, never>>
      'team.members': { readonly team: string | number }
    }
    configuration: {
      cookies: {
        secret: string | null
      }
      csrf: {
        secret: string | null
      }
      session: {
        secret: string | null
        store: string
      }
      database: {
        file: string
        migrations: {
          sessions: readonly (string)[]
          accounts: readonly (string)[]
          teams: readonly (string)[]
          notices: readonly (string)[]
        }
      }
      health: {
        checks: {
          database: string
        }
      }
      mail: {
        url: string | null
        folder: string
        from: string
      }
      static: {
        folder: URL
        cacheControl: string
      }
    }
  }
}

declare module '@app/container-factory' {
  interface ApplicationTypes extends Pick<import('@app/core').ApplicationTypes, 'services' | 'otherServices'> {}
}
