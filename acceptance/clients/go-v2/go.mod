module aviary.example/client-v2

go 1.24

require (
	github.com/dghubble/oauth1 v0.7.3
	github.com/g8rswimmer/go-twitter/v2 v2.1.5
)
