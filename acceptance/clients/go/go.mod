module aviary.example/client

go 1.24

require (
	github.com/dghubble/go-twitter v0.0.0-20221104224141-912508c3888b
	github.com/dghubble/oauth1 v0.7.3
)

require (
	github.com/cenkalti/backoff/v4 v4.1.3 // indirect
	github.com/dghubble/sling v1.4.0 // indirect
	github.com/google/go-querystring v1.1.0 // indirect
)
