/** Endpoints that belong to no API version: pages, pictures, and the API reference. */

import { consoleAssets } from './console/assets.ts'
import { consoleApp } from './console.ts'
import { docsConfiguration } from './docs/configuration.js.ts'
import { docsScalar } from './docs/scalar.js.ts'
import { docs } from './docs.ts'
import { followersPage } from './followers.ts'
import { followingPage } from './following.ts'
import { hashtagPage } from './hashtag.ts'
import { homePage } from './home.ts'
import { postAction } from './i/actions/post.ts'
import { userAction } from './i/actions/user.ts'
import { blockedPage } from './i/blocked.ts'
import { followRequestsPage } from './i/follow_requests.ts'
import { mutedPage } from './i/muted.ts'
import { writtenPost } from './i/posts.ts'
import { reportForm, reportPage } from './i/report.ts'
import { webStatus } from './i/web/status.ts'
import { images } from './images.ts'
import { landing, profilePage } from './index.ts'
import { loginPage } from './login.ts'
import { logoutForm, logoutPage } from './logout.ts'
import { media } from './media.ts'
import { mentionsPage } from './mentions.ts'
import { conversationPage, messagesPage, sentMessage } from './messages.ts'
import { openApi } from './openapi.ts'
import { profileBanners } from './profile_banners.ts'
import { profileImages } from './profile_images.ts'
import { robots } from './robots.txt.ts'
import { searchPage } from './search.ts'
import { signUpForm, signUpPage } from './signup.ts'
import { statusPage } from './status.ts'
import { versioning } from './versioning.ts'
import { profileWithReplies } from './with_replies.ts'

export const SURFACE_PAGES = [versioning]

export const IMAGES = [images, media, profileImages, profileBanners]

export const REFERENCE = [openApi, docs, docsConfiguration, docsScalar]

export const CONSOLE_PAGES = [consoleApp, consoleAssets]

export const LANDING = [landing]

export const NETWORK_PAGES = [
  profilePage,
  profileWithReplies,
  followersPage,
  followingPage,
  statusPage,
  hashtagPage,
  searchPage,
  webStatus,
  robots,
  loginPage,
  signUpPage,
  signUpForm,
  homePage,
  mentionsPage,
  messagesPage,
  conversationPage,
  sentMessage,
  writtenPost,
  postAction,
  userAction,
  mutedPage,
  blockedPage,
  followRequestsPage,
  logoutPage,
  logoutForm,
  reportPage,
  reportForm,
]
