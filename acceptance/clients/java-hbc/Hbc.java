import com.twitter.hbc.ClientBuilder;
import com.twitter.hbc.core.Client;
import com.twitter.hbc.core.endpoint.StatusesFilterEndpoint;
import com.twitter.hbc.core.endpoint.StatusesSampleEndpoint;
import com.twitter.hbc.core.endpoint.StreamingEndpoint;
import com.twitter.hbc.core.processor.StringDelimitedProcessor;
import com.twitter.hbc.httpclient.auth.OAuth1;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Reads the first message of streams by hbc; arguments: server, key, secret, token, secret of the token, id of a user. */
public class Hbc {
  private static final long STREAM_SECONDS = 40;

  public static void main(String[] args) throws Exception {
    String tracked = first(args, new StatusesFilterEndpoint().trackTerms(List.of("gopher")));
    String followed = first(args, new StatusesFilterEndpoint().followings(List.of(Long.valueOf(args[5]))));
    String sampled = first(args, new StatusesSampleEndpoint());
    System.out.println("{\"track\":" + tracked + ",\"follow\":" + followed + ",\"sample\":" + sampled + "}");
    System.exit(0);
  }

  private static String first(String[] args, StreamingEndpoint endpoint) throws Exception {
    BlockingQueue<String> messages = new LinkedBlockingQueue<>(1_000);
    Client client =
        new ClientBuilder()
            .hosts(args[0])
            .endpoint(endpoint)
            .authentication(new OAuth1(args[1], args[2], args[3], args[4]))
            .processor(new StringDelimitedProcessor(messages))
            .build();
    client.connect();
    String message = messages.poll(STREAM_SECONDS, TimeUnit.SECONDS);
    client.stop();
    return message;
  }
}
