# Makes calls of rtweet and reports their results: keys and ids as JSON in, results by name as JSON out.
suppressPackageStartupMessages(library(rtweet))
# The curl of Debian takes certificates from its own file, whatever the environment names.
httr::set_config(httr::config(cainfo = Sys.getenv("SSL_CERT_FILE")))
input <- jsonlite::fromJSON(file("stdin"))
auth_as(rtweet_bot(
  api_key = input$key, api_secret = input$secret,
  access_token = input$accessToken, access_secret = input$accessSecret
))
quiet <- function(value) suppressMessages(suppressWarnings(value))

results <- list()
report <- function(name, value) results[[name]] <<- quiet(value)

report("user timeline", get_timeline(input$author, n = 200)$id_str)
report("home timeline", get_my_timeline()$id_str)
report("mention timeline", get_mentions()$id_str)
report("search", search_tweets(paste0("from:", input$author), n = 100)$id_str)
report("show", lookup_tweets(input$root)$full_text)
report("retweets", get_retweets(input$root)$id_str)
report("retweeters", get_retweeters(input$root)$user_id)
report("favorites", get_favorites(input$cy)$id_str)
report("user", lookup_users(input$star)$id_str)
report("users", lookup_users(c(input$self, input$star))$screen_name)
report("search users", search_users(input$author, n = 1)$screen_name)
report("friends", get_friends(input$self)$to_id)
report("followers", nrow(get_followers(input$star, n = 2000)))
report("trends", nrow(trends_available()))

post_tweet("written in R")
written <- get_timeline(input$self, n = 1)
report("update", written$full_text)
report("liked", httr::status_code(post_favorite(written$id_str)))
report("destroyed", httr::status_code(post_destroy(written$id_str)))

added <- post_list(users = input$author, name = "R", description = "made by rtweet")
list <- httr::content(added[[1]])
report("list members", lists_members(list$id_str)$screen_name)
report("list timeline", lists_statuses(list$id_str, n = 3)$id_str)
report("memberships", lists_memberships(input$author)$name)
report("own lists", lists_users(input$self)$name)

status <- function(response) httr::status_code(response)
report("followed", status(post_follow(input$star)))
report("connections", unlist(my_friendships(input$star)$connections))
friendship <- lookup_friendships(input$self, input$star)
report("friendship", friendship$value[friendship$relationship == "source" & friendship$variable == "following"])
report("unfollowed", status(post_unfollow_user(input$star)))
report("blocked", status(user_block(input$star)))
report("unblocked", status(user_unblock(input$star)))
report("muted", status(post_mute(input$star)))
report("trends of the world", nrow(get_trends(1)) > 0)
report("message", status(post_message("hello from R", input$recipient)))
report("messages", "hello from R" %in% unlist(direct_messages()))
report("rate limits", rate_limit("users/lookup")$limit)

cat(jsonlite::toJSON(results, auto_unbox = FALSE))
